package com.throttlex.server.grpc;

import com.throttlex.Explanation.RuleExplanation;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.protocol.v1.CheckBatch;
import com.throttlex.protocol.v1.CheckBatchResponse;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.QuotaRequest;
import com.throttlex.protocol.v1.QuotaResponse;
import com.throttlex.protocol.v1.RateLimiterOuterClass;
import com.throttlex.protocol.v1.ResetRequest;
import com.throttlex.protocol.v1.ResetResponse;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.protocol.v1.SettleResponse;
import com.throttlex.request.RequestContext;
import com.throttlex.server.access.AccessControl;
import com.throttlex.server.access.CounterResets;
import com.throttlex.server.access.RequestIds;
import com.throttlex.server.identity.Admin;
import com.throttlex.server.identity.Role;
import com.throttlex.store.Settlement;
import io.vertx.core.Vertx;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.ServiceName;
import io.vertx.grpc.server.GrpcServerRequest;
import io.vertx.grpc.server.Service;
import io.vertx.grpc.server.ServiceBuilder;
import io.vertx.grpc.server.StatusException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The methods of {@code throttlex.v1.RateLimiter}. */
final class RateLimiterService {
  static final ServiceName NAME = ServiceName.create("throttlex.v1.RateLimiter");
  private static final int MAX_BATCH = 1000;

  private final Vertx vertx;
  private final ThrottleX throttlex;
  private final Subjects subjects;
  private final AccessControl access;
  private final CounterResets resets;
  private final ClockSkew skew = new ClockSkew();

  RateLimiterService(
      Vertx vertx,
      ThrottleX throttlex,
      int ipv6Prefix,
      AccessControl access,
      CounterResets resets) {
    this.vertx = vertx;
    this.throttlex = throttlex;
    this.access = access;
    this.resets = resets;
    subjects = new Subjects(ipv6Prefix);
  }

  Service service() {
    ServiceBuilder service =
        Service.service(
            NAME, RateLimiterOuterClass.getDescriptor().findServiceByName("RateLimiter"));
    UnaryMethod.bindRevocable(
        service,
        NAME,
        "CheckRateLimit",
        CheckRequest.getDefaultInstance(),
        this::check,
        this::undelivered);
    UnaryMethod.bindRevocable(
        service,
        NAME,
        "CheckRateLimits",
        CheckBatch.getDefaultInstance(),
        this::checkAll,
        this::undelivered);
    UnaryMethod.bind(
        service, NAME, "GetRemainingQuota", QuotaRequest.getDefaultInstance(), this::quota);
    UnaryMethod.bindCall(
        service, NAME, "ResetLimit", ResetRequest.getDefaultInstance(), this::reset);
    UnaryMethod.bind(service, NAME, "Settle", SettleRequest.getDefaultInstance(), this::settle);
    return service.build();
  }

  private CompletionStage<CheckResponse> check(CheckRequest request, GrpcServerRequest<?, ?> call) {
    return check(request, subjects.of(request).withRequestId(RequestIds.of(call.headers())));
  }

  private CompletionStage<CheckResponse> check(CheckRequest request, RequestContext context) {
    return throttlex
        .checkAsync(context)
        .thenApply(
            decision -> {
              skew.note(request.getTimestamp(), decision);
              return GrpcAnswers.of(decision);
            });
  }

  /** Gives back reservations, unless a retry gets the same answer. */
  private void undelivered(CheckRequest request, CheckResponse answer) {
    if (!answer.getReservation().isEmpty() && request.getIdempotencyKey().isEmpty()) {
      throttlex.undelivered(answer.getReservation(), request.getReserve());
    }
  }

  private void undelivered(CheckBatch batch, CheckBatchResponse answer) {
    for (int i = 0; i < answer.getResponsesCount(); i++) {
      undelivered(batch.getRequests(i), answer.getResponses(i));
    }
  }

  /** Checks a batch: parses all requests, then sends all to the store at once, in order. */
  private CompletionStage<CheckBatchResponse> checkAll(
      CheckBatch batch, GrpcServerRequest<?, ?> call) {
    List<CheckRequest> requests = batch.getRequestsList();
    if (requests.size() > MAX_BATCH) {
      throw new IllegalArgumentException(
          "requests: " + requests.size() + " (expected: at most " + MAX_BATCH + ")");
    }
    access.callers().count(Math.max(0, requests.size() - 1)); // the call itself counted as one
    List<RequestContext> contexts = subjects.of(requests);
    String id = RequestIds.of(call.headers());
    List<CompletableFuture<CheckResponse>> answers = new ArrayList<>(contexts.size());
    for (int i = 0; i < contexts.size(); i++) {
      RequestContext context = contexts.get(i).withRequestId(id);
      answers.add(check(requests.get(i), context).toCompletableFuture());
    }
    return CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
        .whenComplete(
            (all, failure) -> {
              if (failure != null) {
                undelivered(requests, answers);
              }
            })
        .thenApply(all -> together(answers));
  }

  /** Ends the reservations of some checks, because the client gets only the failure. */
  private void undelivered(
      List<CheckRequest> requests, List<CompletableFuture<CheckResponse>> answers) {
    for (int i = 0; i < answers.size(); i++) {
      if (!answers.get(i).isCompletedExceptionally()) {
        undelivered(requests.get(i), answers.get(i).join());
      }
    }
  }

  private static CheckBatchResponse together(List<CompletableFuture<CheckResponse>> answers) {
    CheckBatchResponse.Builder response = CheckBatchResponse.newBuilder();
    answers.forEach(answer -> response.addResponses(answer.join()));
    return response.build();
  }

  private CompletionStage<QuotaResponse> quota(QuotaRequest request) {
    RequestContext context = subjects.of(request.toByteString());
    return vertx.executeBlocking(() -> quota(context), false).toCompletionStage();
  }

  private QuotaResponse quota(RequestContext context) {
    QuotaResponse.Builder response = QuotaResponse.newBuilder();
    for (RuleExplanation rule : throttlex.explain(context, 0).rules()) {
      rule.limits().forEach(status -> response.addLimits(GrpcAnswers.of(status)));
    }
    return response.build();
  }

  private CompletionStage<ResetResponse> reset(ResetRequest request, GrpcServerRequest<?, ?> call) {
    Admin admin = access.admitAdmin(Role.EDITOR, call.headers(), call.connection().remoteAddress());
    RequestContext context = subjects.of(request.toByteString());
    return vertx.executeBlocking(() -> reset(context, admin), false).toCompletionStage();
  }

  private ResetResponse reset(RequestContext context, Admin admin) {
    ResetResponse.Builder response = ResetResponse.newBuilder();
    for (RuleExplanation rule : throttlex.explain(context, 0).rules()) {
      String key = rule.key();
      if (key != null && resets.reset(key, admin.name())) {
        response.setReset(true).addKeys(key);
      }
    }
    return response.build();
  }

  private CompletionStage<SettleResponse> settle(SettleRequest request) {
    if (request.getReservation().isEmpty()) {
      throw new IllegalArgumentException("reservation: \"\" (expected: the name of a reservation)");
    }
    String said = request.getOutcome();
    Outcome outcome = said.isEmpty() ? Outcome.SUCCESS : Outcome.parse(said);
    CompletionStage<Settlement> settlement =
        request.getAsCharged()
            ? throttlex.release(request.getReservation(), outcome)
            : throttlex.settleAsync(request.getReservation(), request.getCost(), outcome);
    return settlement.thenApply(RateLimiterService::settled);
  }

  private static SettleResponse settled(Settlement settlement) {
    if (settlement == Settlement.UNKNOWN) {
      throw new StatusException(
          GrpcStatus.NOT_FOUND, "reservation: unknown or expired (expected: one that is open)");
    }
    return SettleResponse.newBuilder().setSettled(settlement == Settlement.SETTLED).build();
  }
}
