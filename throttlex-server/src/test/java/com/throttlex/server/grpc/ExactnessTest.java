package com.throttlex.server.grpc;

import static com.throttlex.server.grpc.GrpcLab.RATE_LIMITER;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.protocol.v1.CheckBatch;
import com.throttlex.protocol.v1.CheckBatchResponse;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.rule.Match;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.envoyproxy.envoy.type.v3.RateLimitUnit;
import io.grpc.CallOptions;
import io.grpc.stub.ClientCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hundreds of calls at once on one key admit exactly its limit, by whichever method. */
class ExactnessTest {
  private static final int CALLS = 600;
  private static final int LIMIT = 137;

  private final GrpcLab lab =
      GrpcLab.of(
          RuleBook.of(
              Rule.builder("r")
                  .key("user")
                  .limits(LIMIT + "/1m")
                  .algorithm(Algorithm.FIXED_WINDOW)
                  .build(),
              Rule.builder("known")
                  .match(new Match(null, Set.of(), Set.of("edge"), Map.of(), Set.of(), Set.of()))
                  .key("attribute:none")
                  .limits("1/1m")
                  .build()));

  @AfterEach
  void close() {
    lab.close();
  }

  private static CheckRequest user() {
    return CheckRequest.newBuilder().setUser("u").build();
  }

  private <T> List<T> gather(List<ListenableFuture<T>> calls) throws Exception {
    List<T> answers = new ArrayList<>();
    for (ListenableFuture<T> call : calls) {
      answers.add(call.get(30, TimeUnit.SECONDS));
    }
    return answers;
  }

  @Test
  void checks_admitExactlyTheLimit() throws Exception {
    List<ListenableFuture<CheckResponse>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      calls.add(
          ClientCalls.futureUnaryCall(
              lab.channel.newCall(
                  lab.method(
                      RATE_LIMITER + "CheckRateLimit",
                      CheckRequest.getDefaultInstance(),
                      CheckResponse.getDefaultInstance()),
                  CallOptions.DEFAULT),
              user()));
    }
    assertThat(gather(calls).stream().filter(CheckResponse::getAllowed)).hasSize(LIMIT);
  }

  @Test
  void batches_admitExactlyTheLimit() throws Exception {
    CheckBatch batch = CheckBatch.newBuilder().addRequests(user()).addRequests(user()).build();
    List<ListenableFuture<CheckBatchResponse>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS / 2; i++) {
      calls.add(
          ClientCalls.futureUnaryCall(
              lab.channel.newCall(
                  lab.method(
                      RATE_LIMITER + "CheckRateLimits",
                      CheckBatch.getDefaultInstance(),
                      CheckBatchResponse.getDefaultInstance()),
                  CallOptions.DEFAULT),
              batch));
    }
    assertThat(
            gather(calls).stream()
                .flatMap(answer -> answer.getResponsesList().stream())
                .filter(CheckResponse::getAllowed))
        .hasSize(LIMIT);
  }

  private long admitted(RateLimitRequest request) throws Exception {
    List<ListenableFuture<RateLimitResponse>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      calls.add(RateLimitServiceGrpc.newFutureStub(lab.channel).shouldRateLimit(request));
    }
    return gather(calls).stream()
        .filter(answer -> answer.getOverallCode() == RateLimitResponse.Code.OK)
        .count();
  }

  private static RateLimitDescriptor.Builder descriptor(String key, String value) {
    return RateLimitDescriptor.newBuilder()
        .addEntries(RateLimitDescriptor.Entry.newBuilder().setKey(key).setValue(value));
  }

  @Test
  void envoyRequests_admitExactlyTheLimit() throws Exception {
    assertThat(
            admitted(
                RateLimitRequest.newBuilder()
                    .setDomain("edge")
                    .addDescriptors(descriptor("user", "u"))
                    .build()))
        .isEqualTo(LIMIT);
  }

  @Test
  void envoyRequests_withADescriptorLimit_admitExactlyThatLimit() throws Exception {
    RateLimitDescriptor.RateLimitOverride.Builder limit =
        RateLimitDescriptor.RateLimitOverride.newBuilder()
            .setRequestsPerUnit(LIMIT)
            .setUnit(RateLimitUnit.HOUR);
    assertThat(
            admitted(
                RateLimitRequest.newBuilder()
                    .setDomain("edge")
                    .addDescriptors(descriptor("a", "b").setLimit(limit))
                    .build()))
        .isEqualTo(LIMIT);
  }

  @Test
  void envoyRequests_withSeveralDescriptors_admitExactlyTheLimit() throws Exception {
    RateLimitRequest request =
        RateLimitRequest.newBuilder()
            .setDomain("edge")
            .addDescriptors(descriptor("user", "u"))
            .addDescriptors(descriptor("user", "v"))
            .build();
    long admitted = admitted(request);
    assertThat(admitted).isEqualTo(LIMIT);
    CheckRequest peek = user().toBuilder().setCost(0).build();
    assertThat(
            lab.call(RATE_LIMITER + "CheckRateLimit", peek, CheckResponse.getDefaultInstance())
                .getCurrentCount())
        .isEqualTo(LIMIT);
  }
}
