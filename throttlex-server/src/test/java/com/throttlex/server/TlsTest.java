package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.grpc.RemoteDecider;
import com.throttlex.grpc.ServiceSettings;
import com.throttlex.request.RequestContext;
import com.throttlex.server.config.SettingsReader;
import com.throttlex.store.FailureMode;
import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Every door uses TLS when there is a certificate. */
class TlsTest {
  @TempDir static Path folder;
  private static TestCertificate certificate;
  private static ThrottleXServer server;
  private static SSLContext trusting;

  @BeforeAll
  static void startWithACertificate() throws Exception {
    certificate = TestCertificate.make(folder, "door");
    Files.writeString(
        folder.resolve("throttlex.yml"),
        "server: {tls: {cert-file: door-cert.pem, key-file: door-key.pem}}\n");
    server =
        ThrottleXServer.start(
            SettingsReader.read(RunningServer.anyPorts(folder), Map.of(), folder));
    trusting = certificate.trusting(null);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static HttpResponse<String> get(HttpClient.Version version, String uri) throws Exception {
    return HttpClient.newBuilder()
        .sslContext(trusting)
        .version(version)
        .build()
        .send(
            HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void dataPlane_overHttp1AndHttp2_speaksTls() throws Exception {
    String uri = "https://localhost:" + server.port() + "/healthcheck";
    for (HttpClient.Version version : HttpClient.Version.values()) {
      HttpResponse<String> answer = get(version, uri);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.version()).isEqualTo(version);
    }
  }

  @Test
  void adminPlane_speaksTls() throws Exception {
    String uri = "https://localhost:" + server.adminPort() + "/health";
    assertThat(get(HttpClient.Version.HTTP_1_1, uri).body()).contains("\"status\":\"UP\"");
  }

  @Test
  void dataPlane_withACertificate_refusesPlaintext() {
    String uri = "http://localhost:" + server.port() + "/healthcheck";
    assertThatThrownBy(() -> get(HttpClient.Version.HTTP_1_1, uri)).isInstanceOf(IOException.class);
  }

  @Test
  void grpc_speaksTls() throws Exception {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("localhost", server.port())
            .sslContext(
                GrpcSslContexts.forClient().trustManager(certificate.certFile().toFile()).build())
            .build();
    try {
      HealthCheckResponse health =
          HealthGrpc.newBlockingStub(channel)
              .withDeadlineAfter(30, TimeUnit.SECONDS)
              .check(HealthCheckRequest.newBuilder().setService("ratelimit").build());
      assertThat(health.getStatus()).isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void remoteDecider_overTls_needsATrustedCertificate() throws Exception {
    ServiceSettings settings =
        ServiceSettings.tls("localhost:" + server.port())
            .withDeadline(Duration.ofSeconds(20))
            .withOnFailure(FailureMode.ALLOW);
    assertThat(isDegraded(settings.withTrust(certificate.certFile()))).isFalse();
    assertThat(isDegraded(settings)).isTrue();
  }

  private static boolean isDegraded(ServiceSettings settings) throws Exception {
    try (RemoteDecider decider = RemoteDecider.open(settings, null)) {
      return decider
          .checkAsync(RequestContext.ofUser("u"))
          .toCompletableFuture()
          .get(30, TimeUnit.SECONDS)
          .degraded();
    }
  }

  @Test
  void redisProtocol_speaksTls() {
    try (Jedis jedis =
        new Jedis(
            new HostAndPort("localhost", server.respPort()),
            DefaultJedisClientConfig.builder()
                .ssl(true)
                .sslSocketFactory(trusting.getSocketFactory())
                .build())) {
      assertThat(jedis.ping()).isEqualTo("PONG");
    }
  }
}
