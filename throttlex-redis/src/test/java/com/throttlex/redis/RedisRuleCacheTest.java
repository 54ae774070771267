package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.provider.RuleCache;
import com.throttlex.provider.RuleCache.Entry;
import com.throttlex.provider.RuleCache.Notice;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisCluster;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RedisRuleCacheTest {
  private static final Entry LOW = new Entry("rule:r", "01", "ü low");
  private static final Entry HIGH = new Entry("rule:r", "0a", "high");

  private final RedisServer server = RedisServer.start();
  private final Redis redis = Redis.open(server.url() + "?timeout=5s");
  private final RedisRuleCache cache = new RedisRuleCache(redis);
  private final BlockingQueue<Notice> notices = new LinkedBlockingQueue<>();

  @BeforeEach
  void listen() throws InterruptedException {
    CountDownLatch listening = new CountDownLatch(1);
    cache.listen(notices::add, listening::countDown);
    assertThat(listening.await(10, TimeUnit.SECONDS)).isTrue();
    awaitConnection(cache);
  }

  private static void awaitConnection(RuleCache cache) {
    Await.until(
        "a connection to Redis",
        () -> !cache.revision().toCompletableFuture().isCompletedExceptionally());
  }

  @AfterEach
  void close() {
    redis.close();
    server.close();
  }

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
  }

  private Notice heard() throws InterruptedException {
    return notices.poll(10, TimeUnit.SECONDS);
  }

  @Test
  void higherRankStays_inWhateverOrderTheyCome() {
    get(cache.offer(List.of(LOW)));
    assertThat(get(cache.all()).entries()).containsExactly(LOW);
    get(cache.offer(List.of(HIGH)));
    get(cache.offer(List.of(LOW)));

    assertThat(get(cache.all()).entries()).containsExactly(HIGH);
    assertThat(get(cache.find(List.of("rule:r", "rule:x")))).containsExactly(HIGH);
    assertThat(get(cache.find(List.of()))).isEmpty();
  }

  @Test
  void everyReplacementIsTold_andLeadsFromOneRevisionToTheNext() throws InterruptedException {
    get(cache.offer(List.of()));
    String start = get(cache.revision());
    get(cache.offer(List.of(LOW, new Entry("tier:a b", "01", "x"))));
    get(cache.offer(List.of(LOW)));
    get(cache.offer(List.of(HIGH)));

    Notice first = heard();
    Notice second = heard();
    Notice third = heard();

    assertThat(first.before()).isEqualTo(start);
    assertThat(second.before()).isEqualTo(first.revision());
    assertThat(third.before()).isEqualTo(second.revision());
    assertThat(get(cache.revision())).isEqualTo(third.revision());
    assertThat(List.of(first.id(), second.id(), third.id()))
        .containsExactly("rule:r", "tier:a b", "rule:r");
    assertThat(notices).isEmpty();
  }

  @Test
  void revisionIsNeverTheSameAgain_alsoAfterALoss() {
    assertThat(get(cache.revision())).isEmpty();
    get(cache.offer(List.of(LOW)));
    String before = get(cache.revision());

    server.command("FLUSHALL");
    assertThat(get(cache.revision())).isEmpty();
    get(cache.offer(List.of(LOW)));

    assertThat(Long.parseLong(get(cache.revision()))).isGreaterThan(Long.parseLong(before));
  }

  @Test
  void contentIsNotWhole_whileAChangeOfManyIsBeingStored() throws InterruptedException {
    get(cache.offer(List.of(LOW)));
    String revision = heard().revision();
    assertThat(get(cache.all()).isWhole()).isTrue();
    server.command("HSET", RedisRuleCache.BOOK, "writing", "1", "parts", "3");

    assertThat(get(cache.all()).isWhole()).isFalse();
    assertThat(get(cache.all()).entries()).containsExactly(LOW);

    get(cache.offer(List.of())); // this node ends what the other one did not
    assertThat(heard().isOfMany()).isTrue();
    assertThat(get(cache.revision())).isNotEqualTo(revision);
    assertThat(get(cache.all()).isWhole()).isTrue();
  }

  @Test
  void forgottenEntryIsGone_unlessItWasReplaced() {
    get(cache.offer(List.of(HIGH, new Entry("rule:s", "01", "s"))));

    get(cache.forget(List.of(LOW, new Entry("rule:s", "01", "s"))));

    assertThat(get(cache.all()).entries()).containsExactly(HIGH);
  }

  @Test
  void manyEntriesGoInAndOut_afterTheScriptsWereFlushed() {
    List<Entry> many = new ArrayList<>();
    for (int i = 0; i < 1_234; i++) {
      many.add(new Entry("rule:" + (10_000 + i), "01", "text ".repeat(20) + i));
    }
    get(cache.offer(List.of()));
    server.command("SCRIPT", "FLUSH");

    get(cache.offer(many));

    assertThat(get(cache.all()).entries()).isEqualTo(many);
  }

  @Test
  void manyEntries_areOneChange_withOneNoticeOfANewRevision() throws InterruptedException {
    get(cache.offer(List.of(LOW)));
    String start = heard().revision();
    List<Entry> many = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      many.add(new Entry("rule:" + i, "01", "text"));
    }

    get(cache.offer(many));

    Notice notice = heard();
    assertThat(notice.isOfMany()).isTrue();
    assertThat(notice.revision()).isEqualTo(get(cache.revision())).isNotEqualTo(start);
    assertThat(get(cache.all()).entries()).hasSize(251);
    assertThat(notices).isEmpty();
    get(cache.offer(List.of(HIGH)));
    assertThat(heard().before()).isEqualTo(notice.revision());
  }

  @Test
  void whatIsKeptHasATimeToLive_thatEveryOfferRenews() {
    get(cache.offer(List.of(LOW)));
    server.command("PEXPIRE", RedisRuleCache.BOOK, "1000");

    get(cache.offer(List.of()));

    assertThat((Long) server.command("PTTL", RedisRuleCache.BOOK))
        .isGreaterThan(Duration.ofDays(89).toMillis());
  }

  @Test
  void cache_inACluster_storesNotifiesAndForgets() throws InterruptedException {
    try (RedisCluster nodes = RedisCluster.start(3);
        Redis writing = Redis.open(nodes.url() + "?timeout=5s");
        Redis listening = Redis.open(nodes.url() + "?timeout=5s")) {
      CountDownLatch begun = new CountDownLatch(1);
      new RedisRuleCache(listening).listen(notices::add, begun::countDown);
      assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
      RuleCache there = new RedisRuleCache(writing);
      awaitConnection(there);

      get(there.offer(List.of(LOW, HIGH)));

      assertThat(heard().id()).isEqualTo("rule:r");
      assertThat(get(there.all()).entries()).containsExactly(HIGH);
      assertThat(get(there.find(List.of("rule:r")))).containsExactly(HIGH);
      get(there.forget(List.of(HIGH)));
      assertThat(get(there.all()).entries()).isEmpty();
    }
  }
}
