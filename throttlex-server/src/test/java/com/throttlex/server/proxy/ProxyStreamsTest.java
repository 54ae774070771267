package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2, gRPC and WebSockets through the proxy, with real clients and servers. */
class ProxyStreamsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: slots, match: {services: [sockets]}, key: [service], algorithm: concurrency, limits: 2/5m}
        - {id: calls, match: {endpoint: /test.Echo/Limited}, key: [ip], limits: 1/1h}
      """;
  private static final Metadata.Key<String> NOTE =
      Metadata.Key.of("note", Metadata.ASCII_STRING_MARSHALLER);

  @TempDir static Path folder;
  private static final Vertx vertx = Vertx.vertx();

  // Vert.x closes a client that the garbage collector finds unreachable, with all its connections.
  private static final WebSocketClient socketClient = vertx.createWebSocketClient();
  private static final HttpClient http2Client =
      vertx.createHttpClient(
          new HttpClientOptions()
              .setProtocolVersion(HttpVersion.HTTP_2)
              .setHttp2ClearTextUpgrade(false));
  private static Server grpc;
  private static ManagedChannel channel;
  private static HttpServer sockets;
  private static JdkUpstream app;
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    grpc = NettyServerBuilder.forPort(0).addService(echo()).build().start();
    sockets =
        vertx
            .createHttpServer()
            .webSocketHandler(socket -> socket.textMessageHandler(socket::writeTextMessage))
            .listen(0, "127.0.0.1")
            .await(30, TimeUnit.SECONDS);
    app =
        JdkUpstream.start(
            exchange -> {
              int length = exchange.getRequestBody().readAllBytes().length;
              JdkUpstream.answer(exchange, 200, exchange.getRequestMethod() + " " + length);
            });
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            """
                - {id: calls, match: {path: "/test.Echo/*"}, upstreams: ["http://127.0.0.1:%d"]}
                - {id: sockets, match: {path: /socket}, upstreams: ["http://127.0.0.1:%d"]}
                - {id: app, upstreams: [%s]}
            """
                .formatted(grpc.getPort(), sockets.actualPort(), app.url()));
    channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.proxyPort()).usePlaintext().build();
  }

  @AfterAll
  static void stop() throws Exception {
    channel.shutdownNow();
    server.close();
    grpc.shutdownNow();
    app.close();
    vertx.close().await(30, TimeUnit.SECONDS);
  }

  /** Texts as gRPC messages. */
  private static final MethodDescriptor.Marshaller<String> TEXT =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(String text) {
          return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream in) {
          try {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private static MethodDescriptor<String, String> method(String name, MethodType type) {
    return MethodDescriptor.<String, String>newBuilder()
        .setFullMethodName("test.Echo/" + name)
        .setType(type)
        .setRequestMarshaller(TEXT)
        .setResponseMarshaller(TEXT)
        .build();
  }

  private static ServerServiceDefinition echo() {
    return ServerServiceDefinition.builder("test.Echo")
        .addMethod(
            method("Say", MethodType.UNARY), ServerCalls.asyncUnaryCall(ProxyStreamsTest::answer))
        .addMethod(
            method("Limited", MethodType.UNARY),
            ServerCalls.asyncUnaryCall(ProxyStreamsTest::answer))
        .addMethod(
            method("Chat", MethodType.BIDI_STREAMING),
            ServerCalls.asyncBidiStreamingCall(ProxyStreamsTest::chat))
        .build();
  }

  private static void answer(String text, StreamObserver<String> to) {
    if (text.equals("fail")) {
      Metadata trailers = new Metadata();
      trailers.put(NOTE, "from the server");
      to.onError(Status.DATA_LOSS.withDescription("lost").asRuntimeException(trailers));
      return;
    }
    to.onNext("you said " + text);
    to.onCompleted();
  }

  private static StreamObserver<String> chat(StreamObserver<String> to) {
    return new StreamObserver<>() {
      @Override
      public void onNext(String text) {
        to.onNext("echo " + text);
      }

      @Override
      public void onError(Throwable failure) {}

      @Override
      public void onCompleted() {
        to.onCompleted();
      }
    };
  }

  private static String say(String method, String text) {
    return ClientCalls.blockingUnaryCall(
        channel, method(method, MethodType.UNARY), CallOptions.DEFAULT, text);
  }

  @Test
  void grpcCall_passesWithItsTrailers() {
    assertThat(say("Say", "hello")).isEqualTo("you said hello");
    assertThatThrownBy(() -> say("Say", "fail"))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            failure -> {
              assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.DATA_LOSS);
              assertThat(failure.getStatus().getDescription()).isEqualTo("lost");
              assertThat(failure.getTrailers().get(NOTE)).isEqualTo("from the server");
            });
  }

  @Test
  void grpcCall_overItsLimit_isDenied() {
    assertThat(say("Limited", "a")).isEqualTo("you said a");
    assertThatThrownBy(() -> say("Limited", "b"))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            failure ->
                assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE));
  }

  @Test
  void grpcStream_passesMessageByMessageInBothDirections() throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    StreamObserver<String> to =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(method("Chat", MethodType.BIDI_STREAMING), CallOptions.DEFAULT),
            new StreamObserver<>() {
              @Override
              public void onNext(String text) {
                heard.add(text);
              }

              @Override
              public void onError(Throwable failure) {
                heard.add("error " + failure);
              }

              @Override
              public void onCompleted() {
                heard.add("end");
              }
            });
    for (String text : List.of("one", "two", "x".repeat(100_000))) {
      to.onNext(text);
      assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("echo " + text);
    }
    to.onCompleted();
    assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("end");
  }

  private static long freeSockets() {
    String body = new JsonObject().put("service", "sockets").put("cost", 0).encode();
    return server.check(body).json().getLong("remaining", 0L);
  }

  private static WebSocket socket() throws Exception {
    return socketClient
        .connect(server.proxyPort(), "127.0.0.1", "/socket")
        .await(30, TimeUnit.SECONDS);
  }

  @Test
  void webSocket_isTunnelledAndHoldsItsSlotUntilItCloses() throws Exception {
    List<String> heard = new CopyOnWriteArrayList<>();
    WebSocket first = socket();
    first.textMessageHandler(heard::add);
    first.writeTextMessage("hello");
    Await.until("the echo comes", () -> heard.equals(List.of("hello")));
    WebSocket second = socket();
    assertThat(freeSockets()).isZero();
    assertThatThrownBy(ProxyStreamsTest::socket).hasMessageContaining("429");

    first.close().await(30, TimeUnit.SECONDS);
    second.close().await(30, TimeUnit.SECONDS);

    Await.until("the slots are free", () -> freeSockets() == 2);
  }

  @Test
  void http2Request_reachesAnHttp1UpstreamWithTheRightFraming() throws Exception {
    for (String[] call : new String[][] {{"GET", ""}, {"POST", "abc"}, {"DELETE", ""}}) {
      String body =
          http2Client
              .request(
                  io.vertx.core.http.HttpMethod.valueOf(call[0]),
                  server.proxyPort(),
                  "127.0.0.1",
                  "/x")
              .compose(request -> request.setChunked(!call[1].isEmpty()).send(call[1]))
              .compose(response -> response.body())
              .await(30, TimeUnit.SECONDS)
              .toString();
      assertThat(body).isEqualTo(call[0] + " " + call[1].length());
    }
    JdkUpstream.Seen get =
        app.seen().stream().filter(seen -> seen.target().equals("/x")).findFirst().orElseThrow();
    assertThat(get.header("Transfer-encoding")).isNull();
    assertThat(get.header("Via")).isEqualTo("2 throttlex");
  }

  @Test
  void http2Upgrade_ofTheJdkClient_isForwarded() throws Exception {
    HttpResponse<String> reply =
        RunningServer.http2(server.proxyPort())
            .send(
                RunningServer.request(server.proxyPort(), "/u").build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.version()).isEqualTo(java.net.http.HttpClient.Version.HTTP_2);
  }
}
