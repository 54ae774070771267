package com.throttlex.redis;

import static com.throttlex.redis.QueueLab.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.queue.Delivery;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.QueueStatus;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the keys of a queue in Redis itself, by the time of Redis. */
class RedisQueueTest {
  private static final String STREAM = "throttlex:queue:{mail}";
  private static final Duration VISIBILITY = Duration.ofSeconds(30);
  private static final long DAY = Duration.ofDays(1).toMillis();

  @RegisterExtension static final EmptyRedis REDIS = new EmptyRedis();
  private final RedisQueue queue = new RedisQueue(REDIS.connection(), QueueLimits.DEFAULT);

  private List<Delivery> take(String consumer, int max) {
    return get(queue.take("mail", consumer, max, VISIBILITY));
  }

  private static long millisLeft(String key) {
    return (Long) REDIS.server().command("PTTL", key);
  }

  /** Returns the time of Redis. */
  private static long nowMillis() {
    List<?> time = (List<?>) REDIS.server().command("TIME");
    long seconds = Long.parseLong(time.get(0).toString());
    return seconds * 1_000 + Long.parseLong(time.get(1).toString()) / 1_000;
  }

  /** Returns the time from which a taken request can be taken again. */
  private static long dueMillis(String ticket) {
    return Long.parseLong((String) REDIS.server().command("ZSCORE", STREAM + ":due", ticket));
  }

  private static List<?> consumers() {
    return (List<?>) REDIS.server().command("XINFO", "CONSUMERS", STREAM, "workers");
  }

  @Test
  void queue_isAStream_andItsKeysAllEnd() {
    get(queue.offer("mail", "{}", "once"));
    get(queue.offer("mail", "{}", null));
    assertThat(REDIS.server().command("XLEN", STREAM)).isEqualTo(2L);
    take("a", 1);
    get(queue.retry("mail", take("a", 1).get(0).ticket(), "a", Duration.ZERO, "why"));
    for (int i = 0; i < 4; i++) {
      get(queue.retry("mail", take("a", 1).get(0).ticket(), "a", Duration.ZERO, "why"));
    }
    List<?> keys = (List<?>) REDIS.server().command("KEYS", "*");
    assertThat(keys)
        .extracting(Object::toString)
        .containsExactlyInAnyOrder(
            STREAM, STREAM + ":due", STREAM + ":dead", STREAM + ":once:once");
    assertThat(millisLeft(STREAM)).isBetween(DAY, DAY + 300_000);
    assertThat(millisLeft(STREAM + ":due")).isBetween(DAY, DAY + 300_000);
    assertThat(millisLeft(STREAM + ":dead")).isBetween(6 * DAY, 7 * DAY);
    assertThat(millisLeft(STREAM + ":once:once")).isBetween(1L, 300_000L);
  }

  @Test
  void deadline_isByTheClockOfRedis() {
    Instant deadline = get(queue.offer("mail", "{}", null)).orElseThrow().deadline();
    long now = nowMillis() / 1_000;
    assertThat(deadline.getEpochSecond()).isBetween(now + 290, now + 300);
  }

  @Test
  void consumers_withNothingInHand_leaveNoTrace() {
    String ticket = get(queue.offer("mail", "{}", null)).orElseThrow().id();
    for (int i = 0; i < 20; i++) {
      take("idle-" + i, 1);
    }
    assertThat(consumers()).as("the one that has it").hasSize(1);
    get(queue.acknowledge("mail", ticket));
    assertThat(consumers()).isEmpty();
    assertThat(REDIS.server().command("XLEN", STREAM)).isEqualTo(0L);
    assertThat(REDIS.server().command("ZCARD", STREAM + ":due")).isEqualTo(0L);
  }

  @Test
  void requestsOfAConsumerThatWasCutOff_areTakenByAnother() {
    for (int i = 0; i < 5; i++) {
      get(queue.offer("mail", "r" + i, null));
    }
    Redis cutOff = QueueLab.connect(REDIS.server().url());
    RedisQueue other = new RedisQueue(cutOff, QueueLimits.DEFAULT);
    assertThat(get(other.take("mail", "gone", 5, Duration.ofMillis(300)))).hasSize(5);
    cutOff.close();
    assertThat(take("b", 5)).isEmpty();
    List<Delivery> taken =
        Await.answer(
            "requests of the other consumer",
            () -> Optional.of(take("b", 5)).filter(found -> !found.isEmpty()));
    assertThat(taken).extracting(Delivery::request).containsExactly("r0", "r1", "r2", "r3", "r4");
    assertThat(taken).extracting(Delivery::attempt).containsOnly(2);
    assertThat(consumers()).hasSize(1);
  }

  @Test
  void scripts_thatRedisForgot_areSentAgain() {
    get(queue.offer("mail", "{}", null));
    REDIS.server().command("SCRIPT", "FLUSH");
    Delivery delivery = take("a", 1).get(0);
    REDIS.server().command("SCRIPT", "FLUSH");
    assertThat(get(queue.acknowledge("mail", delivery.ticket()))).isTrue();
    assertThat(get(queue.status("mail"))).isEqualTo(new QueueStatus(0, null, 0));
  }

  @Test
  void entriesThatSomebodyDeleted_holdUpNoOther() {
    get(queue.offer("mail", "lost", null));
    String lost = get(queue.take("mail", "a", 1, Duration.ofMillis(1))).get(0).ticket();
    get(queue.offer("mail", "kept", null));
    REDIS.server().command("XDEL", STREAM, lost);
    Await.until("expired visibility of the lost entry", () -> nowMillis() >= dueMillis(lost));
    assertThat(take("b", 10)).extracting(Delivery::request).containsExactly("kept");
    REDIS.server().command("DEL", STREAM);
    get(queue.offer("mail", "new", null));
    assertThat(take("b", 10)).extracting(Delivery::request).containsExactly("new");
    assertThat(take("b", 10)).isEmpty();
  }

  @Test
  void redisThatIsGone_isUnavailable() {
    try (RedisServer doomed = RedisServer.start();
        Redis lost = QueueLab.connect(doomed.url())) {
      RedisQueue broken = new RedisQueue(lost, QueueLimits.DEFAULT);
      get(broken.offer("mail", "{}", null));
      doomed.kill();
      assertThatThrownBy(() -> get(broken.offer("mail", "{}", null)))
          .isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(() -> get(broken.take("mail", "a", 1, VISIBILITY)))
          .isInstanceOf(StoreUnavailableException.class);
    }
  }
}
