package com.throttlex.redis;

import static com.throttlex.redis.QueueLab.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.provider.RuleCache.Entry;
import com.throttlex.provider.RuleCache.Notice;
import com.throttlex.queue.Delivery;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequest;
import com.throttlex.store.Charges;
import com.throttlex.store.Notes;
import com.throttlex.store.Settlement;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Runs every operation on a Redis once, to check that a connection supports all of them. */
final class EveryUse {
  private static final Duration VISIBILITY = Duration.ofSeconds(30);
  private static final long MINUTE = 60_000_000_000L;

  private final Redis redis;

  private EveryUse(Redis redis) {
    this.redis = redis;
  }

  static void of(Redis redis) throws Exception {
    EveryUse use = new EveryUse(redis);
    use.decideAtRandom();
    for (Algorithm algorithm : Algorithm.values()) {
      use.decideAndCorrect(algorithm);
    }
    use.repeat();
    use.tellRules();
    use.queue();
    use.stored();
    use.live();
    use.note();
    assertThat(get(redis.warnings())).isEmpty();
  }

  /** Decides random requests; in a Cluster most of them have several hash slots. */
  private void decideAtRandom() throws Exception {
    AtomicLong time = new AtomicLong();
    Batches.play(1, time, RedisStore.withTime(redis, time::get, "rl"));
  }

  private void decideAndCorrect(Algorithm algorithm) {
    RedisStore store = RedisStore.on(redis);
    Limit limit = Limit.of(algorithm, Rate.parse("10/365d"));
    for (String user : List.of(algorithm.toString(), algorithm + "-long".repeat(100))) {
      Key key = Key.of("use|user=" + user, user);
      for (long cost = 0; cost <= 4; cost += 2) {
        Charges charges = new Charges().start(0).reserve("work-" + cost, MINUTE);
        charges.add(key, 0, limit, 2);
        Verdicts answer = get(store.decide(charges));
        assertThat(answer.admitted()).as("%s admits", key).isTrue();
        assertThat(get(store.settle(answer.reservation(), cost, 0))).isEqualTo(Settlement.SETTLED);
      }
      assertThat(get(store.inspect(key, 0, 0)).orElseThrow().remaining())
          .as("%s", key)
          .isEqualTo(algorithm == Algorithm.CONCURRENCY ? 10 : 4);
      assertThat(get(store.reset(key, 0, 0))).isTrue();
      assertThat(get(store.inspect(key, 0, 0))).as("%s", key).isEmpty();
    }
  }

  private void repeat() {
    RedisStore store = RedisStore.on(redis);
    Key key = Key.of("use|user=again", "again");
    for (int i = 0; i < 3; i++) {
      Charges charges = new Charges().start(0).replayKey("same");
      charges.add(key, 0, Limit.of(Algorithm.GCRA, Rate.parse("10/365d")), 1);
      assertThat(get(store.decide(charges)).get(0).remaining()).isEqualTo(9);
    }
  }

  private void tellRules() throws InterruptedException {
    RedisRuleCache cache = new RedisRuleCache(redis);
    BlockingQueue<Notice> notices = new LinkedBlockingQueue<>();
    CountDownLatch listening = new CountDownLatch(1);
    cache.listen(notices::add, listening::countDown);
    assertThat(listening.await(20, TimeUnit.SECONDS)).as("listening").isTrue();
    Entry entry = new Entry("rule:r", "01", "text");
    get(cache.offer(List.of(entry)));
    assertThat(notices.poll(20, TimeUnit.SECONDS)).extracting(Notice::id).isEqualTo("rule:r");
    assertThat(get(cache.find(List.of("rule:r")))).containsExactly(entry);
    assertThat(get(cache.all()).entries()).containsExactly(entry);
    assertThat(get(cache.revision())).isNotEmpty();
    get(cache.forget(List.of(entry)));
    assertThat(get(cache.all()).entries()).isEmpty();
  }

  private void stored() {
    RedisStoredRequests stored = new RedisStoredRequests(redis, StoredLimits.DEFAULT, null);
    for (String ticket : List.of("first", "second")) {
      StoredRequest request = new StoredRequest("mail", ticket, "a1", "{}", new byte[] {1});
      assertThat(get(stored.store(request, Duration.ZERO))).isTrue();
    }
    assertThat(get(stored.take("mail", "me", 10, VISIBILITY)).deliveries()).hasSize(1);
    assertThat(get(stored.giveBack("mail", "first", "me", Duration.ZERO, "broken"))).isTrue();
    assertThat(get(stored.take("mail", "me", 10, VISIBILITY)).deliveries()).hasSize(1);
    assertThat(get(stored.hold("mail", "first", "me", VISIBILITY))).isTrue();
    assertThat(get(stored.finish("mail", "first", "me", new byte[] {2}, new byte[] {3}))).isTrue();
    assertThat(get(stored.find("mail", "first"))).isPresent();
    assertThat(get(stored.cancel("mail", "second"))).isPresent();
  }

  private void queue() {
    RedisQueue queue = new RedisQueue(redis, new QueueLimits(10, Duration.ofMinutes(5), 1, 10));
    String first = get(queue.offer("mail", "first", "once")).orElseThrow().id();
    assertThat(get(queue.offer("mail", "first", "once")).orElseThrow().id()).isEqualTo(first);
    String second = get(queue.offer("mail", "second", null)).orElseThrow().id();
    assertThat(get(queue.take("mail", "me", 10, VISIBILITY)))
        .extracting(Delivery::request)
        .containsExactly("first", "second");
    assertThat(get(queue.acknowledge("mail", first))).isTrue();
    assertThat(get(queue.retry("mail", second, "me", Duration.ZERO, null))).isTrue();
    assertThat(get(queue.take("mail", "you", 10, VISIBILITY))).hasSize(1);
    assertThat(get(queue.retry("mail", second, "you", Duration.ZERO, "broken"))).isTrue();
    assertThat(get(queue.deadLetters("mail", 10))).hasSize(1);
    assertThat(get(queue.status("mail")).dead()).isEqualTo(1);
  }

  private void note() {
    RedisNotes notes = new RedisNotes(redis);
    assertThat(get(notes.write("n", 0, "first", Duration.ofHours(1)))).isTrue();
    assertThat(get(notes.write("n", 1, "second", Duration.ofHours(1)))).isTrue();
    assertThat(get(notes.read())).containsExactly(Map.entry("n", new Notes.Note(2, "second")));
  }

  private void live() {
    RedisLiveNodes nodes = new RedisLiveNodes(redis, "me");
    assertThat(get(nodes.beat())).isEqualTo(1);
    assertThat(get(nodes.leave())).isEqualTo(1);
  }
}
