package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.server.RunningServer;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that hundreds of concurrent requests admit exactly the limit, through every door. */
class WireExactnessTest {
  private static final int CALLS = 400;
  private static final int LIMIT = 100;

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, DoorRules.TEXT);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static Future<Boolean> http(HttpClient client, String user) {
    String body = "{\"user\":\"" + user + "\",\"endpoint\":\"/hundred\"}";
    return client
        .sendAsync(
            server.request("/api/v1/check").POST(BodyPublishers.ofString(body)).build(),
            HttpResponse.BodyHandlers.ofString())
        .thenApply(
            response -> {
              assertThat(response.statusCode()).isIn(200, 429);
              assertThat(response.version()).isEqualTo(client.version());
              return response.statusCode() == 200;
            });
  }

  private static long admitted(List<Future<Boolean>> calls) throws Exception {
    long admitted = 0;
    for (Future<Boolean> call : calls) {
      admitted += call.get(60, TimeUnit.SECONDS) ? 1 : 0;
    }
    return admitted;
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void concurrentRequests_overHttp_admitExactlyTheLimit(HttpClient.Version version)
      throws Exception {
    HttpClient client = HttpClient.newBuilder().version(version).build();
    String user = "exact-" + version;
    client.send(
        server.request("/healthcheck").build(), HttpResponse.BodyHandlers.discarding()); // upgrades
    List<Future<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      calls.add(http(client, user));
    }
    assertThat(admitted(calls)).isEqualTo(LIMIT);
    assertThat(server.remaining(user, "/hundred")).isZero();
  }

  private static Future<Boolean> grpc(ManagedChannel channel, String user) {
    MethodDescriptor<CheckRequest, CheckResponse> method =
        MethodDescriptor.<CheckRequest, CheckResponse>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("throttlex.v1.RateLimiter/CheckRateLimit")
            .setRequestMarshaller(ProtoUtils.marshaller(CheckRequest.getDefaultInstance()))
            .setResponseMarshaller(ProtoUtils.marshaller(CheckResponse.getDefaultInstance()))
            .build();
    CheckRequest request = CheckRequest.newBuilder().setUser(user).setEndpoint("/hundred").build();
    Future<CheckResponse> answer =
        ClientCalls.futureUnaryCall(channel.newCall(method, CallOptions.DEFAULT), request);
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return answer.get(60, TimeUnit.SECONDS).getAllowed();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static final ProtocolKeyword TX_CHECK =
      () -> "TX.CHECK".getBytes(StandardCharsets.US_ASCII);

  private static Future<Boolean> redis(RedisAsyncCommands<String, String> redis, String user) {
    CommandArgs<String, String> arguments =
        new CommandArgs<>(StringCodec.UTF8).add("USER").add(user).add("ENDPOINT").add("/hundred");
    return redis
        .<List<Object>>dispatch(TX_CHECK, new ArrayOutput<>(StringCodec.UTF8), arguments)
        .toCompletableFuture()
        .thenApply(answer -> answer.get(0).equals(1L));
  }

  @Test
  void concurrentRequests_overAllDoors_admitExactlyTheLimit() throws Exception {
    String user = "all-doors";
    HttpClient client = server.client();
    RedisClient redis = RedisClient.create("redis://127.0.0.1:" + server.respPort());
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
    try {
      RedisAsyncCommands<String, String> commands = redis.connect().async();
      List<Future<Boolean>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS / 3; i++) {
        calls.add(redis(commands, user));
        calls.add(grpc(channel, user));
        calls.add(http(client, user));
      }
      assertThat(admitted(calls)).isEqualTo(LIMIT);
      assertThat(server.remaining(user, "/hundred")).isZero();
    } finally {
      channel.shutdownNow();
      redis.shutdown();
    }
  }
}
