package com.throttlex.server.acceptance;

import static com.throttlex.server.acceptance.Exchanges.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.servers.RedisServer;
import io.grpc.StatusRuntimeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The quota service: its keys, its gRPC API and idempotency, with counters in Redis. The tests
 * follow the sections of its document; {@link QuotaRulesTest} and {@link QuotaAlgorithmsTest} have
 * the others.
 */
class QuotaApiTest {
  private static final String RULES =
      """
      version: 1
      tiers: [free, premium, enterprise]
      default-rule: none
      rules:
        - {id: min, match: {endpoint: /api/v1/orders}, key: [user, endpoint], limits: 10/1m}
        - {id: hour, match: {endpoint: /api/v1/search}, key: [ip, endpoint], limits: 20/1h}
        - {id: day, key: [api-key], limits: 30/1d}
        - {id: again, match: {endpoint: /again}, key: [user], limits: 2/1d, algorithm: fixed-window}
      """;

  @TempDir static Path folder;
  private static final RedisServer redis = RedisServer.start();
  private static RunningServer service;
  private static GrpcCaller grpc;

  @BeforeAll
  static void start() throws IOException {
    service =
        RunningServer.start(folder, RULES, "{store: '" + redis.url() + "', store-timeout: 2s}");
    grpc = new GrpcCaller(service.port());
  }

  @AfterAll
  static void stop() {
    grpc.close();
    service.close();
    redis.close();
  }

  // Data model: keys

  @ParameterizedTest
  @CsvSource({
    "12345, USER, /api/v1/orders, 'rl:{12345}:min|user=12345|endpoint=/api/v1/orders:0'",
    "192.168.1.1, IP, /api/v1/search, 'rl:{192.168.1.1}:hour|ip=192.168.1.1|endpoint=/api/v1/search:0'",
    "ak_123, API_KEY, /any, 'rl:{*}:day|api-key=sha256:*:0'"
  })
  void key_namesDimensionIdentifierWindowAndEndpoint(
      String identifier, String dimension, String endpoint, String key) {
    redis.command("FLUSHALL");
    String request =
        "{\"identifier\":\"%s\",\"dimension\":\"%s\",\"endpoint\":\"%s\"}"
            .formatted(identifier, dimension, endpoint);

    grpc.call("CheckRateLimit", request);

    // The rule names the window; the braces keep all limits of one user in one shard.
    assertThat(new RedisKeys(redis).matching(key.replace("{", "[{]").replace("}", "[}]")))
        .hasSize(1);
  }

  // API: gRPC

  @Test
  void checkRateLimit_answersWithTheFieldsOfTheDocument() {
    long now = Instant.now().getEpochSecond();
    String request =
        """
        {"identifier":"checked","dimension":"USER","endpoint":"/api/v1/orders","cost":2,\
        "timestamp":%d}"""
            .formatted(now * 1000);

    JsonObject answer = grpc.call("CheckRateLimit", request);

    assertThat(answer.getBoolean("allowed")).isTrue();
    assertThat(answer.getString("current_count")).isEqualTo("2");
    assertThat(answer.getString("limit")).isEqualTo("10");
    assertThat(answer.getString("remaining")).isEqualTo("8");
    assertThat(Long.parseLong(answer.getString("reset_at"))).isBetween(now, now + 70);
    assertThat(answer.getString("retry_after")).isEqualTo("0");
  }

  @Test
  void checkRateLimit_whenDenied_tellsWhenToRetry() {
    String all =
        """
        {"identifier":"denied","dimension":"USER","endpoint":"/api/v1/orders","cost":10}""";
    grpc.call("CheckRateLimit", all);

    JsonObject answer = grpc.call("CheckRateLimit", all);

    assertThat(answer.getBoolean("allowed")).isFalse();
    assertThat(Long.parseLong(answer.getString("retry_after"))).isBetween(1L, 60L);
  }

  @Test
  void checkRateLimit_withAClockThatIsWrong_isCountedByOurClock() {
    String request =
        """
        {"identifier":"skewed","dimension":"USER","endpoint":"/api/v1/orders","timestamp":%d}""";
    grpc.call("CheckRateLimit", request.formatted(1));

    JsonObject answer = grpc.call("CheckRateLimit", request.formatted(Long.MAX_VALUE / 2));

    assertThat(answer.getString("current_count")).isEqualTo("2");
  }

  @Test
  void getRemainingQuota_consumesNothing() {
    String subject =
        "{\"identifier\":\"asked\",\"dimension\":\"USER\",\"endpoint\":\"/api/v1/orders\"}";
    grpc.call("CheckRateLimit", subject);

    grpc.call("GetRemainingQuota", subject);
    JsonObject answer = grpc.call("GetRemainingQuota", subject);

    JsonObject limit = answer.getJsonArray("limits").getJsonObject(0);
    assertThat(limit.getString("limit")).isEqualTo("10");
    assertThat(limit.getString("remaining")).isEqualTo("9");
  }

  @Test
  void resetLimit_byAnAdmin_makesTheQuotaWhole() {
    String subject =
        "{\"identifier\":\"reset\",\"dimension\":\"USER\",\"endpoint\":\"/api/v1/orders\"}";
    grpc.call("CheckRateLimit", subject);

    // A reset needs an admin credential, which the document leaves open.
    assertThatThrownBy(() -> grpc.call("ResetLimit", subject))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("UNAUTHENTICATED");
    String[] credential = service.credential();
    JsonObject answer = grpc.call("ResetLimit", subject, "authorization", credential[1]);

    assertThat(answer.getBoolean("reset")).isTrue();
    JsonObject quota = grpc.call("GetRemainingQuota", subject);
    assertThat(quota.getJsonArray("limits").getJsonObject(0).getString("remaining"))
        .isEqualTo("10");
  }

  // Idempotency

  @Test
  void request_thatIsRepeatedWithItsKey_isChargedOnce() {
    String[] key = {"X-Idempotency-Key", UUID.randomUUID().toString()};
    String check = "{\"user\":\"repeats\",\"endpoint\":\"/again\"}";

    Reply first = service.check(check, key);
    Reply second = service.check(check, key);

    assertThat(second.body()).isEqualTo(first.body());
    JsonObject other = json(service.check(check, "X-Idempotency-Key", "another"), 200);
    assertThat(other.getLong("currentCount")).isEqualTo(2);
    RedisKeys keys = new RedisKeys(redis);
    assertThat(keys.matching("rl-again:[{]repeats[}]*"))
        .hasSize(2)
        .allSatisfy(name -> assertThat(keys.expiresInMillis(name)).isBetween(200_000L, 300_000L));
    // A denial is not stored: a client that waited may send the same request again.
    json(service.check(check, "X-Idempotency-Key", "denied"), 429);
    assertThat(keys.matching("rl-again:[{]repeats[}]*")).hasSize(2);
  }
}
