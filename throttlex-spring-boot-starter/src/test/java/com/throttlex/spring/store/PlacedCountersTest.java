package com.throttlex.spring.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.spring.App;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A real application with a rule in a real Redis, next to a default store in memory. */
class PlacedCountersTest {
  private static App app(RedisServer redis, String store) {
    return App.servlet(
        Shop.class,
        "throttlex.store=memory:",
        "throttlex.stores.hot=redis://127.0.0.1:" + redis.port() + "?timeout=2s",
        "throttlex.rules.hello.limits=3/1s",
        "throttlex.rules.hello.algorithm=fixed-window",
        "throttlex.rules.hello.key[0]=ip",
        "throttlex.rules.hello.store=" + store,
        "throttlex.rules.other.limits=1000/1h");
  }

  private static int counters(RedisServer redis, String rule) {
    return redis.command("KEYS", "*" + rule + "|*") instanceof List<?> keys ? keys.size() : -1;
  }

  @Test
  void rule_thatNamesAStore_isCountedThere() {
    try (RedisServer redis = RedisServer.start();
        App app = app(redis, "hot")) {
      CounterStatus status = app.bean(CounterStatus.class);
      Await.until("the end of the first move", () -> status.details().get("moves").equals(0));
      Await.until(
          "a counter in Redis, which expires within a second",
          () -> app.get("/").statusCode() > 0 && counters(redis, "hello") == 1);
      assertThat(counters(redis, "other")).isZero();
      assertThat(status.kind()).isEqualTo("memory");
      assertThat(status.details()).containsKeys("keys", "store:hot");
      assertThat(status.problem()).isEmpty();
    }
  }

  @Test
  void rule_thatNamesAnUnknownStore_isRefusedWithTheKnownNames() {
    try (RedisServer redis = RedisServer.start()) {
      assertThatThrownBy(() -> app(redis, "cold").close())
          .rootCause()
          .hasMessageContaining("hello.store: cold (expected: one of default, hot)");
    }
  }
}
