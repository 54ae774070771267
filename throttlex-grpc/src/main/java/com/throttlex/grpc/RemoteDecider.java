package com.throttlex.grpc;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.adaptive.Outcome;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.protocol.v1.SettleResponse;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.store.Settlement;
import io.grpc.Status;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks requests with a ThrottleX service over gRPC, and uses a fallback while the service does
 * not answer.
 *
 * <p>No thread waits for an answer, and no request waits longer than the deadline. While the
 * service is unavailable, decisions follow {@code on-failure} and are {@link Decision#degraded()
 * degraded}. After a timeout, one request at a time tries the service again, once a second. A
 * service that denies this client access ({@code UNAUTHENTICATED}) is retried in the same way, and
 * an error is logged once a minute. A request that the service finds malformed fails with {@link
 * InvalidRequestException}, whatever the settings.
 */
public final class RemoteDecider implements Decider, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(RemoteDecider.class.getName());

  private final ServiceSettings settings;
  private final StandIn standIn;
  private final TimeSource time;
  private final Reachability reachability;
  private final Service service;

  private RemoteDecider(ServiceSettings settings, StandIn standIn, TimeSource time) {
    this.settings = settings;
    this.standIn = standIn;
    this.time = time;
    reachability = new Reachability(settings.deadline().toNanos());
    service = Service.connect(settings);
  }

  /**
   * Starts to connect, and returns at once.
   *
   * @param local the fallback, with the application's own rules; null if the settings say allow or
   *     deny. It is not closed with this object.
   * @throws IllegalArgumentException if the fallback is missing, or a certificate is not valid
   */
  public static RemoteDecider open(ServiceSettings settings, @Nullable Decider local) {
    return open(settings, local, new SystemTime());
  }

  /** Starts to connect, and uses the given clock. */
  public static RemoteDecider open(
      ServiceSettings settings, @Nullable Decider local, TimeSource time) {
    return new RemoteDecider(settings, new StandIn(settings.onFailure(), local), time);
  }

  @Override
  public CompletionStage<Decision> checkAsync(RequestContext request) {
    long now = time.nanos();
    if (!reachability.mayAsk(now)) {
      return standIn.check(request, now);
    }
    return service
        .check(CheckMessages.of(request, now))
        .handle(
            (response, failure) ->
                failure == null ? answered(response) : unanswered(request, failure))
        .thenCompose(Function.identity());
  }

  private CompletionStage<Decision> answered(CheckResponse response) {
    answered();
    return CompletableFuture.completedFuture(DecisionMessages.decision(response, time.nanos()));
  }

  private CompletionStage<Decision> unanswered(RequestContext request, Throwable failure) {
    Status status = Status.fromThrowable(failure);
    if (status.getCode() == Status.Code.INVALID_ARGUMENT) {
      answered();
      return CompletableFuture.failedFuture(invalid(status));
    }
    failed(status);
    return standIn.check(request, time.nanos());
  }

  private static InvalidRequestException invalid(Status status) {
    return new InvalidRequestException(List.of(String.valueOf(status.getDescription())));
  }

  @Override
  public CompletionStage<Settlement> settleAsync(String reservation, long cost, Outcome outcome) {
    return StandIn.made(reservation)
        ? standIn.settle(reservation, cost, outcome)
        : settle(settlement(reservation, outcome).setCost(cost).build());
  }

  private static SettleRequest.Builder settlement(String reservation, Outcome outcome) {
    SettleRequest.Builder settlement = SettleRequest.newBuilder().setReservation(reservation);
    return outcome == Outcome.SUCCESS ? settlement : settlement.setOutcome(outcome.text());
  }

  @Override
  public CompletionStage<?> release(Decision decision, Outcome outcome) {
    String reservation = decision.reservation();
    if (reservation == null) {
      return CompletableFuture.completedFuture(null);
    }
    return StandIn.made(reservation)
        ? standIn.release(reservation, decision, outcome)
        : settle(settlement(reservation, outcome).setAsCharged(true).build());
  }

  /** Settles even after a timeout, because otherwise concurrency slots stay in use for longer. */
  private CompletionStage<Settlement> settle(SettleRequest request) {
    return service
        .settle(request)
        .handle((response, failure) -> failure == null ? settled(response) : unsettled(failure))
        .thenCompose(Function.identity());
  }

  private CompletionStage<Settlement> settled(SettleResponse response) {
    answered();
    return CompletableFuture.completedFuture(
        response.getSettled() ? Settlement.SETTLED : Settlement.ALREADY_SETTLED);
  }

  private CompletionStage<Settlement> unsettled(Throwable failure) {
    Status status = Status.fromThrowable(failure);
    switch (status.getCode()) {
      case NOT_FOUND -> {
        answered();
        return CompletableFuture.completedFuture(Settlement.UNKNOWN);
      }
      case INVALID_ARGUMENT -> {
        answered();
        return CompletableFuture.failedFuture(invalid(status));
      }
      default -> {
        failed(status);
        return CompletableFuture.failedFuture(failure);
      }
    }
  }

  private void answered() {
    if (reachability.answered()) {
      LOG.log(
          System.Logger.Level.INFO,
          "service: {0} answers again; its decisions are used",
          settings.address());
    }
  }

  private void failed(Status status) {
    if (status.getCode() == Status.Code.UNAUTHENTICATED) {
      refused(status);
      return;
    }
    String why = "the service at " + settings.address() + " does not answer: " + text(status);
    long now = time.nanos();
    boolean silent = status.getCode() == Status.Code.DEADLINE_EXCEEDED;
    boolean first = silent ? reachability.silent(why, now) : reachability.failed(why);
    if (first) {
      LOG.log(System.Logger.Level.WARNING, why + fallback());
    }
    if (!silent && reachability.mayConnect(now)) {
      service.hurry();
    }
  }

  /** Logs that the service denies access; only a change of the configuration helps. */
  private void refused(Status status) {
    long now = time.nanos();
    String token =
        settings.accessToken() == null ? "calls without access token" : "the access token";
    String why = "the service at " + settings.address() + " refuses " + token + ": " + text(status);
    reachability.silent(why, now);
    if (reachability.mayLog(now)) {
      LOG.log(
          System.Logger.Level.ERROR,
          why
              + fallback()
              + ". Set ServiceSettings.withAccessToken (Spring Boot: throttlex.service.access-token)"
              + " to one of the service's server.access.tokens");
    }
  }

  private String fallback() {
    return "; using on-failure: " + settings.onFailure().name().toLowerCase(Locale.ROOT);
  }

  private static String text(Status status) {
    String description = status.getDescription();
    return description == null ? status.getCode().name() : status.getCode() + ", " + description;
  }

  /** Returns whether the last call to the service failed. */
  public boolean degraded() {
    return !problem().isEmpty();
  }

  /** Returns the problem of the service, for operators; empty if there is none. */
  public String problem() {
    return reachability.problem();
  }

  /** Closes the connection; calls in flight have until their deadline. */
  @Override
  public void close() {
    service.close();
  }
}
