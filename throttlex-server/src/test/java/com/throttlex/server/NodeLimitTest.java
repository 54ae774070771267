package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.server.RunningServer.Reply;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limit of a node on its own checks, at every door of the service. */
class NodeLimitTest {
  private static final String BODY = "{\"user\":\"u\"}";
  private static final Metadata.Key<String> PUSHBACK =
      Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);
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
        RunningServer.start(
            folder,
            "version: 1\ndefault-rule: none\nrules: []\n",
            "server: {max-rate: 1}\nproxy: {port: 0, upstream: \"http://127.0.0.1:9\"}\n");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Sends checks until one is shed; a node that takes one a second sheds the second of them. */
  private static Reply shed(String path, String body) {
    for (int i = 0; i < 100; i++) {
      Reply reply = server.post(path, body);
      if (reply.status() != 200) {
        return reply;
      }
    }
    throw new AssertionError(path + ": not shed");
  }

  private static void isShed(Reply reply) {
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.header("Retry-After")).isEqualTo("1");
    assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(reply.json().getString("detail"))
        .isEqualTo("checks: more than 1 a second at this node (expected: a retry after 1 s)");
  }

  @Test
  void httpChecks_overTheLimit_areShedAndCounted() {
    double before = server.metric("throttlex_node_shed_total");

    isShed(shed("/api/v1/check", BODY));
    isShed(shed("/throttle/check", BODY));
    isShed(shed("/json", "{\"domain\":\"d\",\"descriptors\":[{\"entries\":[{\"key\":\"a\"}]}]}"));

    assertThat(server.metric("throttlex_node_shed_total")).isGreaterThanOrEqualTo(before + 3);
  }

  @Test
  void checksOnTheAdminPort_overTheLimit_areShed() {
    Reply reply = server.admin("POST", "/throttle/check", BODY);
    for (int i = 0; i < 100 && reply.status() == 200; i++) {
      reply = server.admin("POST", "/throttle/check", BODY);
    }
    isShed(reply);
  }

  @Test
  void storedRequestsAtTheProxy_overTheLimit_areShed() {
    Reply reply = ticket();
    for (int i = 0; i < 100 && reply.status() == 404; i++) {
      reply = ticket();
    }
    isShed(reply);
  }

  private static Reply ticket() {
    return server.send(RunningServer.request(server.proxyPort(), "/throttlex/requests/none"));
  }

  @Test
  void batch_largerThanTheLimit_isShedAsAWhole() {
    isShed(server.post("/api/v1/check/batch", "[" + BODY + "," + BODY + "]"));
  }

  @Test
  void authorize_overTheLimit_answersWithTheStatusThatTheGatewayWants() {
    isShed(shed("/api/v1/authorize", ""));
    Reply reply = shed("/api/v1/authorize?deny-status=403", "");
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.header("Retry-After")).isEqualTo("1");
  }

  @Test
  void grpcChecks_overTheLimit_areUnavailableWithAPushback() {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
    try {
      StatusRuntimeException refused = null;
      for (int i = 0; i < 100 && refused == null; i++) {
        refused = refusal(channel);
      }
      assertThat(refused).isNotNull();
      assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(refused.getStatus().getDescription()).startsWith("checks: more than 1 a second");
      assertThat(refused.getTrailers().get(PUSHBACK)).isEqualTo("1000");
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void respChecks_overTheLimit_areBusyAndTheConnectionStaysOpen() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.respPort())) {
      socket.setSoTimeout(30_000);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String busy = null;
      for (int i = 0; i < 100 && busy == null; i++) {
        socket.getOutputStream().write("CL.THROTTLE k 5 5 1\r\n".getBytes(StandardCharsets.UTF_8));
        String line = in.readLine();
        if (line.startsWith("*")) {
          for (int j = 0; j < 5; j++) {
            in.readLine();
          }
        } else {
          busy = line;
        }
      }
      assertThat(busy)
          .isEqualTo(
              "-BUSY checks: more than 1 a second at this node (expected: a retry after 1 s)");
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(in.readLine()).isEqualTo("+PONG");
    }
  }

  @Test
  void healthChecksAndSettlements_areNeverShed() {
    for (int i = 0; i < 50; i++) {
      assertThat(server.get("/healthcheck").status()).isEqualTo(200);
      assertThat(server.post("/api/v1/settle", "{\"reservation\":\"none\",\"cost\":1}").status())
          .isEqualTo(404);
    }
  }

  /** Makes a call; returns how it was refused, or null if it was answered. */
  private static @Nullable StatusRuntimeException refusal(ManagedChannel channel) {
    CheckRequest request = CheckRequest.newBuilder().setUser("u").build();
    try {
      ClientCalls.blockingUnaryCall(channel, CHECK, CallOptions.DEFAULT, request);
      return null;
    } catch (StatusRuntimeException e) {
      return e;
    }
  }
}
