package com.throttlex.server.grpc;

import static com.throttlex.server.grpc.GrpcLab.ENVOY;
import static com.throttlex.server.grpc.GrpcLab.RATE_LIMITER;
import static com.throttlex.server.grpc.GrpcLab.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.QuotaRequest;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.OverflowingStore;
import io.grpc.CallOptions;
import io.grpc.Status.Code;
import io.grpc.stub.ClientCalls;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Malformed input: bad bytes, sizes, encodings; late and failing stores. */
class GrpcWireTest {
  private static final String CHECK = RATE_LIMITER + "CheckRateLimit";
  private static final byte[] GARBAGE = {10, 127, 1, 2, 3};
  private static final CheckRequest USER = CheckRequest.newBuilder().setUser("u").build();

  private final ToldStore store = new ToldStore();
  private final GrpcLab lab =
      GrpcLab.of(
          RuleBook.of(
              Rule.builder("r")
                  .key("user")
                  .limits("10/1m")
                  .algorithm(Algorithm.FIXED_WINDOW)
                  .build()),
          store);

  @AfterEach
  void close() {
    lab.close();
  }

  private long used() {
    CheckRequest peek = USER.toBuilder().setCost(0).build();
    return lab.call(CHECK, peek, CheckResponse.getDefaultInstance()).getCurrentCount();
  }

  @Test
  void message_ofBadBytes_isAnErrorAndKeepsTheConnection() {
    for (String method : new String[] {CHECK, RATE_LIMITER + "CheckRateLimits", ENVOY}) {
      assertStatus(
          lab.statusOf(method, GARBAGE, CallOptions.DEFAULT), Code.INVALID_ARGUMENT, "protobuf");
    }
    assertThat(used()).isZero();
  }

  @Test
  void message_thatIsTooLarge_isAnErrorAndKeepsTheConnection() {
    CheckRequest large = USER.toBuilder().setEndpoint("/" + "x".repeat(256 * 1024)).build();
    assertStatus(lab.statusOf(CHECK, large), Code.RESOURCE_EXHAUSTED, "at most 262144 bytes");
    assertThat(used()).isZero();
  }

  @Test
  void message_compressed_isRead() {
    CallOptions gzip = CallOptions.DEFAULT.withCompression("gzip");
    assertThat(lab.statusOf(CHECK, USER.toByteArray(), gzip).isOk()).isTrue();
    assertThat(used()).isEqualTo(1);
  }

  @Test
  void message_tooLargeAfterDecompression_isAnError() {
    CallOptions gzip = CallOptions.DEFAULT.withCompression("gzip");
    CheckRequest large = USER.toBuilder().setEndpoint("/" + "x".repeat(4_000_000)).build();
    assertStatus(
        lab.statusOf(CHECK, large.toByteArray(), gzip),
        Code.RESOURCE_EXHAUSTED,
        "at most 262144 bytes");
    assertThat(used()).isZero();
  }

  @Test
  void call_ofAnUnknownMethodOrService_isUnimplemented() {
    for (String method :
        new String[] {RATE_LIMITER + "Check", "a.B/C", "grpc.health.v1.Health/X"}) {
      assertThat(lab.statusOf(method, GARBAGE, CallOptions.DEFAULT).getCode())
          .isEqualTo(Code.UNIMPLEMENTED);
    }
  }

  @Test
  void call_malformed_isAnsweredAndChargesNothing() throws IOException {
    byte[] message = USER.toByteArray();
    assertThat(raw("application/grpc", null, Buffer.buffer())).isEqualTo("3");
    assertThat(raw("application/grpc", null, framed(0, message).appendBuffer(framed(0, message))))
        .isEqualTo("3");
    assertThat(raw("application/grpc", null, framed(1, zipped(message)))).isEqualTo("3");
    assertThat(raw("application/grpc", "gzip", framed(1, message))).isEqualTo("3");
    assertThat(raw("application/grpc", "snappy", framed(1, message))).isEqualTo("12");
    assertThat(raw("application/grpc", null, framed(0, message).getBuffer(0, 6))).isEqualTo("3");
    assertThat(raw("application/grpc+json", null, framed(0, message))).isEqualTo("HTTP 415");
    assertThat(raw("application/grpc-web", null, framed(0, message))).isEqualTo("HTTP 415");
    assertThat(used()).isZero();
    assertThat(raw("application/grpc+proto", "gzip", framed(1, zipped(message)))).isEqualTo("0");
    assertThat(used()).isEqualTo(1);
  }

  private static Buffer framed(int compressed, byte[] message) {
    return Buffer.buffer()
        .appendByte((byte) compressed)
        .appendInt(message.length)
        .appendBytes(message);
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }

  /** Sends a body as a call; returns the gRPC status, or the HTTP status if there is none. */
  private String raw(String type, String encoding, Buffer body) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false);
    HttpClient client = lab.vertx.createHttpClient(options);
    try {
      return client
          .request(HttpMethod.POST, lab.server.actualPort(), "localhost", "/" + CHECK)
          .compose(
              request -> {
                request.putHeader("content-type", type).putHeader("te", "trailers");
                if (encoding != null) {
                  request.putHeader("grpc-encoding", encoding);
                }
                return request.send(body);
              })
          .compose(response -> response.body().map(any -> status(response)))
          .await(10, TimeUnit.SECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      return "no answer";
    } finally {
      client.close().await();
    }
  }

  private static String status(HttpClientResponse response) {
    String status = response.getHeader("grpc-status");
    String late = status == null ? response.getTrailer("grpc-status") : status;
    return late == null ? "HTTP " + response.statusCode() : late;
  }

  @Test
  void call_whenTheStoreFails_isUnavailable() {
    store.failAfter(0);
    assertThat(lab.statusOf(CHECK, USER).getCode()).isEqualTo(Code.UNAVAILABLE);
    assertThat(
            lab.statusOf(RATE_LIMITER + "GetRemainingQuota", QuotaRequest.getDefaultInstance())
                .getCode())
        .isEqualTo(Code.UNAVAILABLE);
  }

  @Test
  void lateAnswers_arriveAndDoNotBlockOtherCalls() throws Exception {
    store.answerLate();
    Future<CheckResponse> first = later(CallOptions.DEFAULT);
    Future<CheckResponse> second = later(CallOptions.DEFAULT);
    assertStatus(
        lab.statusOf(CHECK, GARBAGE, CallOptions.DEFAULT), Code.INVALID_ARGUMENT, "protobuf");
    store.question().run();
    store.question().run();
    assertThat(first.get(10, TimeUnit.SECONDS).getAllowed()).isTrue();
    assertThat(second.get(10, TimeUnit.SECONDS).getAllowed()).isTrue();
  }

  private Future<CheckResponse> later(CallOptions options) {
    return ClientCalls.futureUnaryCall(
        lab.channel.newCall(
            lab.method(
                CHECK, CheckRequest.getDefaultInstance(), CheckResponse.getDefaultInstance()),
            options),
        USER);
  }

  @Test
  void lateAnswer_toACancelledCall_isDropped() throws Exception {
    store.answerLate();
    Future<CheckResponse> gone = later(CallOptions.DEFAULT);
    Runnable question = store.question();
    gone.cancel(true);
    Future<CheckResponse> there = later(CallOptions.DEFAULT);
    Runnable other = store.question();
    question.run();
    other.run();
    assertThat(there.get(10, TimeUnit.SECONDS).getAllowed()).isTrue();
  }

  @Test
  void lateAnswer_toAClosedConnection_isDropped() throws Exception {
    store.answerLate();
    Future<CheckResponse> gone = later(CallOptions.DEFAULT);
    Runnable question = store.question();
    lab.channel.shutdownNow();
    lab.closed.get(10, TimeUnit.SECONDS);
    question.run();
    assertThat(gone).failsWithin(10, TimeUnit.SECONDS);
  }

  @Test
  void errorOfTheJvm_endsItsCallOnly() {
    try (GrpcLab overflowing =
        GrpcLab.of(
            RuleBook.of(GrpcLab.fixed("per-user", "9/1h", "user").build()),
            new OverflowingStore())) {
      SettleRequest settle = SettleRequest.newBuilder().setReservation("r").build();
      for (int i = 0; i < 3; i++) {
        assertStatus(
            overflowing.statusOf(RATE_LIMITER + "Settle", settle), Code.INTERNAL, "internal error");
        assertThat(overflowing.check(CheckRequest.newBuilder().setUser("u")).getRemaining())
            .isEqualTo(8 - i);
      }
    }
  }
}
