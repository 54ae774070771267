package com.throttlex.server.grpc;

import static com.throttlex.server.grpc.GrpcLab.ENVOY;
import static com.throttlex.server.grpc.GrpcLab.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import io.envoyproxy.envoy.config.core.v3.HeaderValue;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.RateLimit.Unit;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Envoy's service as Envoy's own client sees it. */
class EnvoyDoorTest {
  private final ToldStore store = new ToldStore();
  private final GrpcLab lab =
      GrpcLab.of(
          RuleBook.of(
              Rule.builder("per-ip")
                  .key("ip")
                  .limits("2/1h")
                  .algorithm(Algorithm.FIXED_WINDOW)
                  .build()),
          store);

  @AfterEach
  void close() {
    lab.close();
  }

  private static RateLimitRequest request(String domain, String address) {
    return RateLimitRequest.newBuilder()
        .setDomain(domain)
        .addDescriptors(
            RateLimitDescriptor.newBuilder()
                .addEntries(
                    RateLimitDescriptor.Entry.newBuilder()
                        .setKey("remote_address")
                        .setValue(address)))
        .build();
  }

  private RateLimitResponse ask(String address) {
    return RateLimitServiceGrpc.newBlockingStub(lab.channel)
        .shouldRateLimit(request("edge", address));
  }

  @Test
  void rules_byAddress_applyToEnvoyRequests() {
    RateLimitResponse first = ask("10.0.0.1");
    assertThat(first.getOverallCode()).isEqualTo(Code.OK);
    assertThat(first.getStatuses(0).getLimitRemaining()).isEqualTo(1);
    assertThat(first.getStatuses(0).getCurrentLimit().getUnit()).isEqualTo(Unit.HOUR);
    ask("10.0.0.1");
    RateLimitResponse third = ask("10.0.0.1");
    assertThat(third.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
    assertThat(third.getStatuses(0).getDurationUntilReset().getSeconds()).isEqualTo(3590);
    assertThat(third.getResponseHeadersToAddList())
        .contains(HeaderValue.newBuilder().setKey("Retry-After").setValue("3590").build());
    assertThat(ask("10.0.0.2").getOverallCode()).isEqualTo(Code.OK);
  }

  @Test
  void request_withoutDomainOrDescriptors_isAnInvalidArgument() {
    assertStatus(
        lab.statusOf(ENVOY, request("", "10.0.0.1")), Status.Code.INVALID_ARGUMENT, "domain");
    assertStatus(
        lab.statusOf(ENVOY, RateLimitRequest.newBuilder().setDomain("edge").build()),
        Status.Code.INVALID_ARGUMENT,
        "descriptors");
  }

  @Test
  void headerValue_thatIsNotUtf8_isOverLimitAndNoError() throws Exception {
    byte[] bytes = request("edge", "10.0.0.1~").toByteArray();
    bytes[indexOf(bytes, (byte) '~')] = (byte) 0xff;

    byte[] answer =
        ClientCalls.blockingUnaryCall(
            lab.channel, lab.bytesMethod(ENVOY), CallOptions.DEFAULT, bytes);

    assertThat(RateLimitResponse.parseFrom(answer).getOverallCode()).isEqualTo(Code.OVER_LIMIT);
  }

  @Test
  void request_tooLargeByItsHeaderValues_isOverLimitAndNoError() {
    RateLimitRequest.Builder request = RateLimitRequest.newBuilder().setDomain("edge");
    for (int i = 0; i < 6; i++) {
      request.addDescriptors(
          RateLimitDescriptor.newBuilder()
              .addEntries(
                  RateLimitDescriptor.Entry.newBuilder().setKey("h").setValue("a".repeat(60_000))));
    }
    assertThat(
            RateLimitServiceGrpc.newBlockingStub(lab.channel)
                .shouldRateLimit(request.build())
                .getOverallCode())
        .isEqualTo(Code.OVER_LIMIT);
    assertThat(
            RateLimitServiceGrpc.newBlockingStub(lab.channel)
                .withCompression("gzip")
                .shouldRateLimit(request.build())
                .getOverallCode())
        .isEqualTo(Code.OVER_LIMIT);
  }

  private static int indexOf(byte[] bytes, byte wanted) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    throw new AssertionError("byte: none");
  }

  @Test
  void request_whenTheStoreFails_isUnavailable() {
    store.failAfter(0);
    assertThat(lab.statusOf(ENVOY, request("edge", "10.0.0.1")).getCode())
        .isEqualTo(Status.Code.UNAVAILABLE);
  }
}
