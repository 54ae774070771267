package com.throttlex.spring.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.RateLimiter;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.tck.servers.RedisServer;
import com.throttlex.test.ManualClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.filter.ratelimit.RedisRateLimiter;

/**
 * The limit of docs/MIGRATION.md decides like the limiter of Spring Cloud Gateway that it replaces,
 * which is a script in Redis.
 */
class GatewayMigrationTest {
  private static final Path PAGE = Path.of("..", "docs", "MIGRATION.md");
  private static final int ARRIVALS = 2_000;

  private static String value(String block, String name) throws IOException {
    Matcher found =
        Pattern.compile("```yaml " + block + "\\n(?:(?!```)(?s).)*?" + name + ": (\\S+)")
            .matcher(Files.readString(PAGE));
    assertThat(found.find()).as(name).isTrue();
    return found.group(1);
  }

  private static String script() throws IOException {
    try (InputStream in =
        RedisRateLimiter.class.getResourceAsStream("/META-INF/scripts/request_rate_limiter.lua")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void limit_ofThePage_decidesLikeTheScriptAtWholeSeconds() throws IOException {
    String rate = value("gateway-before", "redis-rate-limiter.replenishRate");
    String burst = value("gateway-before", "redis-rate-limiter.burstCapacity");
    Rate after =
        Rate.parse(value("gateway-after", "throttlex.limits"))
            .withBurst(Long.parseLong(value("gateway-after", "throttlex.burst")));
    ManualClock clock = new ManualClock();
    RateLimiter limiter = RateLimiter.of(Limit.of(Algorithm.TOKEN_BUCKET, after), clock);
    Random random = new Random(8);
    int allowed = 0;
    try (RedisServer redis = RedisServer.start()) {
      String sha = String.valueOf(redis.command("SCRIPT", "LOAD", script()));
      for (int i = 0; i < ARRIVALS; i++) {
        clock.advance(Duration.ofSeconds(random.nextInt(12) == 0 ? random.nextInt(4) : 0));
        String now = Long.toString(clock.now().getEpochSecond());
        List<?> verdict =
            (List<?>)
                redis.command("EVALSHA", sha, "2", "tokens", "timestamp", rate, burst, now, "1");
        boolean expected = verdict.get(0).equals(1L);
        assertThat(limiter.tryAcquire()).as("arrival %s", i).isEqualTo(expected);
        allowed += expected ? 1 : 0;
      }
    }
    assertThat(allowed).isBetween(ARRIVALS / 10, ARRIVALS * 9 / 10);
  }
}
