package com.throttlex.redis;

import static com.throttlex.redis.QueueLab.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.StoreUnavailableException;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests Redis over TLS: a server that the JVM does not trust gets no connection. */
@Timeout(120)
class RedisTlsTest {
  private static final String STORE = "javax.net.ssl.trustStore";
  private static final String STORE_PASSWORD = "javax.net.ssl.trustStorePassword";

  /** The ports that {@link RedisServer} keeps free above its port, for a Cluster. */
  private static final int ABOVE = 10_000;

  @TempDir static Path folder;
  private static Certificate right;
  private static Certificate wrong;

  @BeforeAll
  static void makeCertificates() throws Exception {
    right = Certificate.make(Files.createDirectory(folder.resolve("right")), "ip:127.0.0.1");
    wrong = Certificate.make(Files.createDirectory(folder.resolve("wrong")), "dns:redis.example");
  }

  @AfterEach
  void trustAsBefore() {
    System.clearProperty(STORE);
    System.clearProperty(STORE_PASSWORD);
  }

  private static RedisServer start(Certificate certificate) {
    String file = certificate.file().toString();
    String key = certificate.key().toString();
    RedisServer server =
        RedisServer.start(
            "--tls-cert-file", file, "--tls-key-file", key, "--tls-auth-clients", "no");
    server.command("CONFIG", "SET", "tls-port", Integer.toString(server.port() + ABOVE));
    return server;
  }

  private static void trust(Certificate certificate) {
    System.setProperty(STORE, certificate.trust().toString());
    System.setProperty(STORE_PASSWORD, Certificate.PASSWORD);
  }

  private static String url(RedisServer server) {
    return "rediss://127.0.0.1:" + (server.port() + ABOVE) + "?timeout=10s";
  }

  @Test
  void server_whoseCertificateTheJvmTrusts_isUsed() throws Exception {
    trust(right);
    try (RedisServer server = start(right);
        Redis redis = Connected.to(url(server))) {
      EveryUse.of(redis);
    }
  }

  @Test
  void server_whoseCertificateTheJvmDoesNotTrust_isUnavailable() {
    try (RedisServer server = start(right)) {
      assertThat(refusal(url(server))).contains("unable to find valid certification path");
      trust(wrong);
      assertThat(refusal(url(server) + "&verifyPeer=CA")).contains("certification path");
    }
  }

  @Test
  void server_whoseCertificateIsForAnotherHost_isUnavailableUnlessTheUrlSaysSo() {
    trust(wrong);
    try (RedisServer server = start(wrong)) {
      assertThat(refusal(url(server))).contains("127.0.0.1");
      try (Redis redis = Connected.to(url(server) + "&verifyPeer=CA")) {
        assertThat(get(new RedisLiveNodes(redis, "me").beat())).isEqualTo(1);
      }
    }
  }

  /** Returns why there is no connection. */
  private static String refusal(String url) {
    try (Redis redis = Redis.open(url)) {
      return Await.answer(
          "a refused connection",
          () -> Optional.of(failure(redis)).filter(message -> !message.endsWith("yet")));
    }
  }

  private static String failure(Redis redis) {
    Throwable failure =
        redis.ask(to -> to.ping()).toCompletableFuture().handle((pong, e) -> e).join();
    assertThat(failure).isInstanceOf(StoreUnavailableException.class);
    return failure.getMessage();
  }
}
