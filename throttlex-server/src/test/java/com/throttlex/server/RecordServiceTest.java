package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.tck.Await;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recorder of the whole service: the decisions of every door. */
class RecordServiceTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: logins, key: [user], limits: 1/1d}
      """;

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
    server =
        RunningServer.start(folder, RULES, "record: {file: rec/requests.jsonl, sample: 100 %}\n");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Returns the lines of an endpoint, when there are so many. */
  private static List<JsonObject> lines(String endpoint, int expected) throws IOException {
    Await.until("recorded requests of " + endpoint, () -> lines(endpoint).size() >= expected);
    return lines(endpoint);
  }

  private static List<JsonObject> lines(String endpoint) throws IOException {
    Path file = folder.resolve("rec/requests.jsonl");
    return !Files.exists(file)
        ? List.of()
        : Files.readAllLines(file).stream()
            .map(JsonObject::new)
            .filter(line -> endpoint.equals(line.getString("endpoint")))
            .toList();
  }

  private static String body(String user, String endpoint) {
    return new JsonObject().put("user", user).put("endpoint", endpoint).encode();
  }

  @Test
  void checks_ofHttp_areRecordedWithTheirVerdicts() throws IOException {
    server.check(body("alice", "/http"));
    server.check(body("alice", "/http"));
    server.post("/api/v1/check/batch", "[" + body("alice", "/http") + "]");
    server.check(new JsonObject(body("alice", "/http")).put("cost", 0).encode());

    List<JsonObject> lines = lines("/http", 3);
    assertThat(lines)
        .extracting(line -> line.getString("verdict"))
        .containsExactly("allow", "deny", "deny");
    assertThat(lines).extracting(line -> line.getString("rule")).containsOnly("logins");
    assertThat(lines).extracting(line -> line.getString("user")).doesNotContain("alice");
    assertThat(lines.stream().map(line -> line.getString("user")).distinct()).hasSize(1);
  }

  @Test
  void checks_ofOtherDoors_areRecorded() throws Exception {
    server.get("/api/v1/authorize", "X-Forwarded-Uri", "/authorized");
    assertThat(lines("/authorized", 1)).hasSize(1);

    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
    CheckRequest request = CheckRequest.newBuilder().setUser("g").setEndpoint("/grpc").build();
    ClientCalls.blockingUnaryCall(channel, CHECK, CallOptions.DEFAULT, request);
    channel.shutdownNow();
    assertThat(lines("/grpc", 1)).hasSize(1);

    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.respPort())) {
      byte[] command = "TX.CHECK USER r ENDPOINT /resp\r\n".getBytes(StandardCharsets.US_ASCII);
      socket.getOutputStream().write(command);
      assertThat(lines("/resp", 1)).hasSize(1);
    }
  }

  @Test
  void health_showsTheFile() {
    assertThat(server.health("record").encode()).contains("requests.jsonl");
  }

  @Test
  void secondService_withTheSameFile_saysSoAndDecides(@TempDir Path other) throws IOException {
    server.check(body("carol", "/first"));
    lines("/first", 1);
    Path file = folder.resolve("rec/requests.jsonl");
    try (RunningServer second =
        RunningServer.start(other, RULES, "record: {file: " + file + ", sample: 100 %}\n")) {
      assertThat(second.check(body("carol", "/second")).status()).isEqualTo(200);
      Await.until(
          "degraded",
          () -> second.health("record").encode().contains("another service records to it"));
      assertThat(second.metric("throttlex_record_dropped_total")).isEqualTo(1);
    }
    server.check(body("carol", "/third"));
    lines("/third", 1);
    assertThat(lines("/first")).hasSize(1);
    assertThat(lines("/second")).isEmpty();
  }

  @Test
  void metric_countsWrittenRequests() throws IOException {
    double before = server.metric("throttlex_record_written_total");
    server.check(body("bob", "/metric"));
    lines("/metric", 1);
    assertThat(server.metric("throttlex_record_written_total")).isGreaterThan(before);
    assertThat(server.metric("throttlex_record_dropped_total")).isZero();
  }

  @Test
  void secret_isInTheDataFolder() {
    assertThat(folder.resolve("data/record-secret")).isNotEmptyFile();
  }
}
