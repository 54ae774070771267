package com.throttlex.spring.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.spring.App;
import com.throttlex.spring.App.Part;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Real applications that count in a real Redis. */
@ExtendWith(OutputCaptureExtension.class)
class RedisCountersTest {
  private static final String PASSWORD = "p@ss:w/rd%+";
  private static final String USER = ":p%40ss%3Aw%2Frd%25%2B@";

  private static App ofFactory(RedisServer redis) {
    return App.start(
        WebApplicationType.SERVLET,
        Shop.class,
        Set.of(Part.REDIS),
        "spring.data.redis.host=127.0.0.1",
        "spring.data.redis.port=" + redis.port(),
        "spring.data.redis.password=" + PASSWORD,
        "throttlex.rules.hello.limits=20/1h",
        "throttlex.rules.hello.key[0]=ip",
        "throttlex.rules.hello.on-store-failure=allow");
  }

  private static App ofUrl(RedisServer redis, String user, String mode) {
    return ofUrl(redis, user, mode, 1);
  }

  private static App ofUrl(RedisServer redis, String user, String mode, int expectedNodes) {
    return App.servlet(
        Shop.class,
        "throttlex.expected-nodes=" + expectedNodes,
        "throttlex.store=redis://" + user + "127.0.0.1:" + redis.port() + "?timeout=2s",
        "throttlex.rules.hello.limits=20/1h",
        "throttlex.rules.hello.key[0]=ip",
        "throttlex.rules.hello.on-store-failure=" + mode,
        "throttlex.rules.moving.match.endpoint=/moving",
        "throttlex.rules.moving.limits=100/1h",
        "throttlex.rules.moving.adaptive.min=1",
        "throttlex.rules.moving.adaptive.max=100");
  }

  @Test
  void applications_ofOneRedis_admitExactlyTheLimitTogether(CapturedOutput output) {
    try (RedisServer redis = RedisServer.start("--requirepass", PASSWORD)) {
      try (App one = ofUrl(redis, USER, "deny");
          App other = ofUrl(redis, USER, "deny")) {
        CompletableFuture<Long> admitted =
            CompletableFuture.supplyAsync(() -> one.count(200, 40, "/hello"));
        assertThat(other.count(200, 40, "/hello") + admitted.join()).isEqualTo(20);
        assertThat(Shop.status(one).kind()).isEqualTo("redis");
        assertThat(Shop.status(one).problem()).isEmpty();
        assertThat(Shop.status(one).details()).containsEntry("breaker", "closed");
        Await.until("two nodes", () -> Shop.status(one).details().get("nodes").equals(2));
        MeterRegistry registry = one.bean(MeterRegistry.class);
        assertThat(registry.get("throttlex.nodes").gauge().value()).isEqualTo(2);
        assertThat(registry.get("throttlex.latency").tag("store", "redis").timer().count())
            .isEqualTo(40);
        assertThat(registry.get("throttlex.breaker.state").gauge().value()).isZero();
        agreeOnLimits(one, other);
      }
      assertThat(redis.command("ZCARD", "throttlex:nodes")).isEqualTo(0L);
      deniesWhatOthersUsedUp(redis);
      assertThat(output)
          .contains("counting in Redis at 127.0.0.1:" + redis.port())
          .doesNotContain(PASSWORD, "p%40ss");
    }
  }

  private static void agreeOnLimits(App one, App other) {
    ThrottleX engine = one.bean(ThrottleX.class);
    engine.adaptive().fix("moving", 7, null, engine.nanos()).toCompletableFuture().join();
    Await.until("the limit of both is 7", () -> limit(one) == 7 && limit(other) == 7);
    assertThat(other.bean(ThrottleX.class).adaptive().status().nodes()).isEqualTo(2);
  }

  /** Requests are what makes a node look after its limits. */
  private static long limit(App app) {
    app.get("/hello");
    return app.bean(ThrottleX.class).limits("u", null, "moving").get(0).capacity();
  }

  /**
   * A factory has the timeout of 50 ms, which a busy machine may exceed: then the rule allows, so
   * that only what the others have counted in Redis can deny.
   */
  private static void deniesWhatOthersUsedUp(RedisServer redis) {
    try (App app = ofFactory(redis)) {
      assertThat(Shop.status(app).kind()).isEqualTo("redis");
      Await.until("denied", () -> app.get("/hello").statusCode() == 429);
    }
  }

  @Test
  void application_whoseRedisIsAwayAtTheStart_goesByTheRuleAndCountsWhenItIsBack() {
    try (RedisServer redis = RedisServer.start()) {
      redis.kill();
      try (App app = ofUrl(redis, "", "deny")) {
        assertThat(app.get("/hello").statusCode()).isEqualTo(429);
        assertThat(Shop.status(app).problem())
            .startsWith("Redis failing (")
            .endsWith("); using on-store-failure");
        redis.restart();
        Await.until("Redis is back", () -> Shop.status(app).problem().isEmpty());
        assertThat(app.count(200, 40, "/hello")).isEqualTo(20);
      }
    }
  }

  @Test
  void applications_thatExpectEachOtherAndNeverSawRedis_admitTheLimitTogether() {
    try (RedisServer redis = RedisServer.start()) {
      redis.kill();
      try (App one = ofUrl(redis, "", "local", 2);
          App other = ofUrl(redis, "", "local", 2)) {
        assertThat(one.count(200, 30, "/hello")).isEqualTo(10);
        assertThat(other.count(200, 30, "/hello")).isEqualTo(10);
      }
    }
  }
}
