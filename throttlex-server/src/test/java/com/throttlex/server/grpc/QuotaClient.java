package com.throttlex.server.grpc;

import com.throttlex.tck.Await;
import io.envoyproxy.envoy.service.rate_limit_quota.v3.BucketId;
import io.envoyproxy.envoy.service.rate_limit_quota.v3.RateLimitQuotaResponse;
import io.envoyproxy.envoy.service.rate_limit_quota.v3.RateLimitQuotaResponse.BucketAction;
import io.envoyproxy.envoy.service.rate_limit_quota.v3.RateLimitQuotaServiceGrpc;
import io.envoyproxy.envoy.service.rate_limit_quota.v3.RateLimitQuotaUsageReports;
import io.envoyproxy.envoy.type.v3.RateLimitStrategy;
import io.envoyproxy.envoy.type.v3.RateLimitStrategy.BlanketRule;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A proxy with a real gRPC stream and Envoy's own messages. */
public final class QuotaClient
    implements ClientResponseObserver<RateLimitQuotaUsageReports, RateLimitQuotaResponse> {
  private final List<BucketAction> actions = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Status> ended = new CompletableFuture<>();
  private final StreamObserver<RateLimitQuotaUsageReports> to;
  private final boolean reads;

  public QuotaClient(Channel channel) {
    this(channel, true);
  }

  /** Creates a proxy that reads its messages, or does not until it is told to. */
  QuotaClient(Channel channel, boolean reads) {
    this.reads = reads;
    to = RateLimitQuotaServiceGrpc.newStub(channel).streamRateLimitQuotas(this);
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<RateLimitQuotaUsageReports> call) {
    if (!reads) {
      call.disableAutoRequestWithInitial(0);
    }
  }

  /** Reads all messages that have come. */
  void read() {
    ((ClientCallStreamObserver<RateLimitQuotaUsageReports>) to).request(Integer.MAX_VALUE);
  }

  static BucketId id(String... pairs) {
    BucketId.Builder id = BucketId.newBuilder();
    for (int i = 0; i < pairs.length; i += 2) {
      id.putBucket(pairs[i], pairs[i + 1]);
    }
    return id.build();
  }

  /** Reports the use of one bucket. */
  public void report(String domain, BucketId id, long allowed, long denied) {
    RateLimitQuotaUsageReports.Builder report =
        RateLimitQuotaUsageReports.newBuilder().setDomain(domain);
    report
        .addBucketQuotaUsagesBuilder()
        .setBucketId(id)
        .setNumRequestsAllowed(allowed)
        .setNumRequestsDenied(denied);
    to.onNext(report.build());
  }

  void report(RateLimitQuotaUsageReports report) {
    to.onNext(report);
  }

  void finish() {
    to.onCompleted();
  }

  /** Returns the latest action for a bucket, in words; waits for the first. */
  public String last(BucketId id) {
    Await.until("an action for " + id, () -> !of(id).isEmpty());
    List<BucketAction> all = of(id);
    return words(all.get(all.size() - 1));
  }

  /** Waits until the latest action for a bucket has these words. */
  public void await(BucketId id, String words) {
    Await.until(() -> words + ", but " + of(id), () -> !of(id).isEmpty() && last(id).equals(words));
  }

  List<BucketAction> of(BucketId id) {
    return actions.stream().filter(action -> action.getBucketId().equals(id)).toList();
  }

  private static String words(BucketAction action) {
    if (action.hasAbandonAction()) {
      return "abandon";
    }
    RateLimitStrategy strategy = action.getQuotaAssignmentAction().getRateLimitStrategy();
    if (strategy.hasTokenBucket()) {
      return "units " + strategy.getTokenBucket().getMaxTokens();
    }
    return strategy.getBlanketRule() == BlanketRule.DENY_ALL ? "deny" : "allow";
  }

  /** Returns the status with which the service ends the stream. */
  Status ended() {
    return ended.orTimeout(30, TimeUnit.SECONDS).join();
  }

  @Override
  public void onNext(RateLimitQuotaResponse message) {
    actions.addAll(message.getBucketActionList());
  }

  @Override
  public void onError(Throwable t) {
    ended.complete(Status.fromThrowable(t));
  }

  @Override
  public void onCompleted() {
    ended.complete(Status.OK);
  }
}
