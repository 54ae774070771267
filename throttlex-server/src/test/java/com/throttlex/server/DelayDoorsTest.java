package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.vertx.core.json.JsonArray;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A delayed request at every door of the service: the client gets the wait, or the door waits. */
class DelayDoorsTest {
  /** Doors that wait themselves get a unit every 300 ms, the others one every ten seconds. */
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - id: paced
          key: ["attribute:door"]
          limits: {amount: 10, period: 3s, burst: 1}
          on-exceed: {delay: 1m}
        - id: told
          key: ["attribute:told"]
          limits: {amount: 1, period: 10s}
          on-exceed: {delay: 1m}
        - id: authorized
          match: {endpoint: /authorize}
          key: [global]
          limits: {amount: 10, period: 3s, burst: 1}
          on-exceed: {delay: 1m}
      """;

  private static final int UNITS = 4;

  /** The fourth of these units is there 900 ms after the first was used. */
  private static final long WAIT_MILLIS = 899;

  private static final long TOLD_MILLIS = 1000;

  private static final MethodDescriptor<CheckRequest, CheckResponse> CHECK =
      MethodDescriptor.<CheckRequest, CheckResponse>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("throttlex.v1.RateLimiter/CheckRateLimit")
          .setRequestMarshaller(ProtoUtils.marshaller(CheckRequest.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(CheckResponse.getDefaultInstance()))
          .build();

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, RULES);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String told(String door) {
    return "{\"attributes\":{\"told\":\"" + door + "\"}}";
  }

  /** Uses all units but one; returns when it began. */
  private static long use(String body) {
    long start = System.nanoTime();
    for (int i = 1; i < UNITS; i++) {
      assertThat(server.check(body).status()).isEqualTo(200);
    }
    return start;
  }

  private static long useAt(String door) {
    return use("{\"attributes\":{\"door\":\"" + door + "\"}}");
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  @Test
  void check_tellsTheDelayAtOnce() {
    use(told("http"));
    assertThat(server.check(told("http")).json().getLong("delayMs")).isGreaterThan(TOLD_MILLIS);
  }

  @Test
  void batch_tellsTheDelayOfEachCheck() {
    use(told("batch"));
    JsonArray answers =
        new JsonArray(
            server
                .post("/api/v1/check/batch", "[" + told("batch") + "," + told("fresh") + "]")
                .body());
    assertThat(answers.getJsonObject(0).getLong("delayMs")).isGreaterThan(TOLD_MILLIS);
    assertThat(answers.getJsonObject(1).containsKey("delayMs")).isFalse();
  }

  @Test
  void authorize_answersAfterTheDelay() {
    long start = use("{\"endpoint\":\"/authorize\"}");
    assertThat(server.get("/api/v1/authorize", "X-Forwarded-Uri", "/authorize").status())
        .isEqualTo(200);
    assertThat(millisSince(start)).isGreaterThan(WAIT_MILLIS);
  }

  @Test
  void grpc_tellsTheDelayAtOnce() {
    use(told("grpc"));
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
    try {
      CheckRequest request = CheckRequest.newBuilder().putAttributes("told", "grpc").build();
      CheckResponse response =
          ClientCalls.blockingUnaryCall(channel, CHECK, CallOptions.DEFAULT, request);
      assertThat(response.getDelayMs()).isGreaterThan(TOLD_MILLIS);
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void envoyJson_answersAfterTheDelay() {
    long start = useAt("envoy");
    String descriptor = "{\"entries\":[{\"key\":\"door\",\"value\":\"envoy\"}]}";
    assertThat(
            server
                .post("/json", "{\"domain\":\"d\",\"descriptors\":[" + descriptor + "]}")
                .status())
        .isEqualTo(200);
    assertThat(millisSince(start)).isGreaterThan(WAIT_MILLIS);
  }

  @Test
  void resp_repliesAfterTheDelay() throws IOException {
    long start = useAt("resp");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.respPort())) {
      socket.setSoTimeout(30_000);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      socket
          .getOutputStream()
          .write("TX.CHECK ATTR door resp\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(in.readLine()).isEqualTo("*6");
      assertThat(in.readLine()).isEqualTo(":1");
      assertThat(millisSince(start)).isGreaterThan(WAIT_MILLIS);
    }
  }
}
