package com.throttlex.redis;

import static com.throttlex.redis.QueueLab.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.store.StoreUnavailableException;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that connections that Redis denies are retried at a low rate, and show no secret. */
@Timeout(60)
class WrongPasswordTest {
  private static final String WRONG = "wr0ng-Pass";
  private static final long WATCHED_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

  /** Two connections, each tried every quarter of a second or less often, from 10 ms on. */
  private static final long MOST_ATTEMPTS = 24;

  private final RedisServer server = RedisServer.start();
  private final CapturedLog log = new CapturedLog();

  @BeforeEach
  void grant() {
    LeastPrivilege.grant(server, LeastPrivilege.RULES);
  }

  @AfterEach
  void close() {
    log.close();
    server.close();
  }

  private String url(String password) {
    return LeastPrivilege.url(server.url(), password) + "?timeout=1s";
  }

  @Test
  void redis_whenThePasswordIsWrong_isUnavailableAndTriedForInModeration() {
    try (Redis redis = Redis.open(url(WRONG))) {
      new RedisRuleCache(redis).listen(notice -> {}, () -> {});
      awaitReason(redis, "WRONGPASS");
      assertModeration(redis);
      assertThat(log.text()).doesNotContain(WRONG);
    }
  }

  @Test
  void redis_whenThePasswordChanges_isUnavailableUntilItIsRightAgain() {
    try (Redis redis = Connected.to(url(LeastPrivilege.PASSWORD))) {
      new RedisRuleCache(redis).listen(notice -> {}, () -> {});
      LeastPrivilege.grant(server, "resetpass >" + WRONG);
      server.command("CLIENT", "KILL", "USER", "throttlex");
      awaitReason(redis, "WRONGPASS");
      assertModeration(redis);
      LeastPrivilege.grant(server, "resetpass >" + LeastPrivilege.PASSWORD);
      Await.until("a connection with the right password", () -> failure(redis).isEmpty());
      assertThat(log.text()).isNotEmpty().doesNotContain(LeastPrivilege.PASSWORD);
    }
  }

  private void assertModeration(Redis redis) {
    long before = connections();
    long start = System.nanoTime();
    long passed = 0;
    long asked = 0;
    for (; passed < WATCHED_NANOS || isEarly(before, passed); asked++) {
      assertThatThrownBy(() -> get(new RedisLiveNodes(redis, "me").beat()))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageNotContainingAny(WRONG, LeastPrivilege.PASSWORD);
      LockSupport.parkNanos(5_000_000);
      passed = System.nanoTime() - start;
    }
    double share = (double) passed / WATCHED_NANOS;
    assertThat(asked).isGreaterThan(2);
    assertThat((double) (connections() - before))
        .as("connections tried")
        .isBetween(2.0, MOST_ATTEMPTS * share);
  }

  /** Returns whether a busy machine has not tried again yet; at most for half a minute. */
  private boolean isEarly(long before, long passedNanos) {
    return passedNanos < 20 * WATCHED_NANOS && connections() - before < 2;
  }

  private static void awaitReason(Redis redis, String reason) {
    Await.until(
        () -> "failure: " + failure(redis) + " (expected: " + reason + ")",
        () -> failure(redis).contains(reason));
  }

  /** Returns the failure of one heartbeat; empty after a success. */
  private static String failure(Redis redis) {
    return new RedisLiveNodes(redis, "me")
        .beat()
        .toCompletableFuture()
        .handle((count, e) -> e == null ? "" : e.toString())
        .join();
  }

  private long connections() {
    String info = (String) server.command("INFO", "stats");
    return Long.parseLong(info.replaceAll("(?s).*total_connections_received:(\\d+).*", "$1"));
  }
}
