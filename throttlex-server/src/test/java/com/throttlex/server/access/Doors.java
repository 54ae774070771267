package com.throttlex.server.access;

import com.throttlex.server.RunningServer;
import com.throttlex.server.TestCertificate;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Real clients of every door of a service, in clear, over TLS, or with a certificate. */
final class Doors implements AutoCloseable {
  /** The outcome of a call. */
  enum Outcome {
    /** The service handled the call; any answer counts. */
    ADMITTED,
    /** The credential was missing or wrong. */
    REFUSED,
    /** Too many credentials were wrong. */
    LIMITED,
    /** The role was too low. */
    FORBIDDEN,
    /** There was no connection. */
    CLOSED
  }

  /** One way to call the service; null for no credential. */
  interface Door {
    Outcome call(@Nullable String token, @Nullable String admin) throws Exception;
  }

  private final RunningServer server;
  private final @Nullable SSLContext tls;
  private final HttpClient http1;
  private final HttpClient http2;
  private final ManagedChannel channel;

  /**
   * Creates clients of a service.
   *
   * @param certificate the certificate of the service, or null without TLS
   * @param shown the certificate of the clients, or null
   */
  Doors(
      RunningServer server, @Nullable TestCertificate certificate, @Nullable TestCertificate shown)
      throws Exception {
    this.server = server;
    tls = certificate == null ? null : certificate.trusting(shown);
    http1 = client(HttpClient.Version.HTTP_1_1);
    http2 = tls == null ? RunningServer.http2(server.port()) : client(HttpClient.Version.HTTP_2);
    NettyChannelBuilder builder = NettyChannelBuilder.forAddress("localhost", server.port());
    if (certificate == null) {
      builder.usePlaintext();
    } else {
      SslContextBuilder ssl =
          GrpcSslContexts.forClient().trustManager(certificate.certFile().toFile());
      if (shown != null) {
        ssl.keyManager(shown.certFile().toFile(), shown.keyFile().toFile());
      }
      builder.sslContext(ssl.build());
    }
    channel = builder.build();
  }

  private HttpClient client(HttpClient.Version version) {
    HttpClient.Builder client = HttpClient.newBuilder().version(version);
    return tls == null ? client.build() : client.sslContext(tls).build();
  }

  /** Returns the doors of the data plane that need an access token only. */
  Map<String, Door> callers() {
    Map<String, Door> doors = new LinkedHashMap<>();
    String[][] posts = {
      {"/api/v1/check", "{\"user\":\"u\"}"},
      {"/throttle/check", "not even JSON"},
      {"/api/v1/check/batch", "[]"},
      {"/api/v1/settle", "{\"reservation\":\"r\",\"cost\":0}"},
      {"/api/v1/extend", "{\"reservation\":\"r\",\"cost\":1}"},
      {"/api/v1/authorize", ""},
      {"/json", "{}"},
      {"/no/such/path", "x"},
      {"/", ""}
    };
    for (String[] post : posts) {
      doors.put(
          "HTTP/1.1 " + post[0], (token, admin) -> http(http1, post[0], post[1], token, admin));
      doors.put("HTTP/2 " + post[0], (token, admin) -> http(http2, post[0], post[1], token, admin));
    }
    for (String method :
        new String[] {
          "throttlex.v1.RateLimiter/CheckRateLimit",
          "throttlex.v1.RateLimiter/CheckRateLimits",
          "throttlex.v1.RateLimiter/GetRemainingQuota",
          "throttlex.v1.RateLimiter/Settle",
          "envoy.service.ratelimit.v3.RateLimitService/ShouldRateLimit",
          "envoy.service.rate_limit_quota.v3.RateLimitQuotaService/StreamRateLimitQuotas",
          "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
          "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
          "no.such.Service/Method"
        }) {
      doors.put("gRPC " + method, (token, admin) -> grpc(method, token, admin));
    }
    for (String command :
        new String[] {
          "ECHO x", "TX.CHECK USER u", "CL.THROTTLE k 1 1 60", "TX.SETTLE r 0", "INFO"
        }) {
      doors.put("RESP " + command, (token, admin) -> resp(command, token));
    }
    return doors;
  }

  /** Returns the doors of the data plane that also need an admin credential. */
  Map<String, Door> changes() {
    Map<String, Door> doors = new LinkedHashMap<>();
    for (String operation : new String[] {"take", "ack", "retry"}) {
      String path = "/api/v1/queue/q/" + operation;
      doors.put("HTTP " + path, (token, admin) -> http(http1, path, "{}", token, admin));
    }
    String reset = "throttlex.v1.RateLimiter/ResetLimit";
    doors.put("gRPC " + reset, (token, admin) -> grpc(reset, token, admin));
    return doors;
  }

  /** Returns the doors for health, which need no token. */
  Map<String, Door> health() {
    return Map.of(
        "HTTP/1.1 /healthcheck",
        (token, admin) -> get(http1, "/healthcheck"),
        "HTTP/2 /healthcheck",
        (token, admin) -> get(http2, "/healthcheck"),
        "gRPC health",
        (token, admin) -> grpc("grpc.health.v1.Health/Check", token, admin));
  }

  private HttpRequest.Builder request(String path) {
    String scheme = tls == null ? "http" : "https";
    return HttpRequest.newBuilder(URI.create(scheme + "://localhost:" + server.port() + path))
        .timeout(Duration.ofSeconds(30));
  }

  private Outcome get(HttpClient client, String path) throws Exception {
    return send(client, request(path));
  }

  private Outcome http(
      HttpClient client, String path, String body, @Nullable String token, @Nullable String admin)
      throws Exception {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (token != null) {
      request.header("X-ThrottleX-Token", token);
    }
    if (admin != null) {
      request.header("Authorization", "Bearer " + admin);
    }
    return send(client, request);
  }

  private static Outcome send(HttpClient client, HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer;
    try {
      answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      return Outcome.CLOSED;
    }
    return switch (answer.statusCode()) {
      case 401 -> Outcome.REFUSED;
      case 403 -> Outcome.FORBIDDEN;
      case 429 -> answer.body().contains("wrong-credentials") ? Outcome.LIMITED : Outcome.ADMITTED;
      default -> Outcome.ADMITTED;
    };
  }

  private Outcome grpc(String method, @Nullable String token, @Nullable String admin) {
    Metadata headers = new Metadata();
    put(headers, "x-throttlex-token", token);
    put(headers, "authorization", admin == null ? null : "Bearer " + admin);
    Channel calling =
        ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    MethodDescriptor<byte[], byte[]> descriptor =
        MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(method)
            .setRequestMarshaller(BYTES)
            .setResponseMarshaller(BYTES)
            .build();
    CallOptions patient = CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS);
    try {
      ClientCalls.blockingUnaryCall(calling, descriptor, patient, new byte[0]);
      return Outcome.ADMITTED;
    } catch (StatusRuntimeException e) {
      return outcome(e.getStatus());
    }
  }

  private static Outcome outcome(Status status) {
    return switch (status.getCode()) {
      case UNAUTHENTICATED -> Outcome.REFUSED;
      case PERMISSION_DENIED -> Outcome.FORBIDDEN;
      case RESOURCE_EXHAUSTED -> Outcome.LIMITED;
      case UNAVAILABLE, DEADLINE_EXCEEDED -> Outcome.CLOSED;
      default -> Outcome.ADMITTED;
    };
  }

  private static void put(Metadata headers, String name, @Nullable String value) {
    if (value != null) {
      headers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
    }
  }

  private Outcome resp(String command, @Nullable String token) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (Socket socket =
        tls == null
            ? new Socket(loopback, server.respPort())
            : tls.getSocketFactory().createSocket(loopback, server.respPort())) {
      socket.setSoTimeout(30_000);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      if (token != null) {
        String auth = say(socket, in, "AUTH \"" + token + "\"");
        if (!auth.equals("+OK")) {
          return auth.startsWith("-WRONGPASS ") ? Outcome.REFUSED : Outcome.LIMITED;
        }
      }
      return say(socket, in, command).startsWith("-NOAUTH ") ? Outcome.REFUSED : Outcome.ADMITTED;
    } catch (IOException e) {
      return Outcome.CLOSED;
    }
  }

  private static String say(Socket socket, BufferedReader in, String line) throws IOException {
    socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    String answer = in.readLine();
    if (answer == null) {
      throw new IOException("closed");
    }
    return answer;
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] bytes) {
          return new ByteArrayInputStream(bytes);
        }

        @Override
        public byte[] parse(InputStream in) {
          try {
            return in.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };
}
