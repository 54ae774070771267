package com.throttlex.redis;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.key.SecretValue;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import com.throttlex.test.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisStoreTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long NOW = 1_700_000_000L * SECOND;

  @RegisterExtension static final EmptyRedis REDIS = new EmptyRedis();

  private final AtomicLong time = new AtomicLong(NOW);

  private static Limit limit(Algorithm algorithm, String rate) {
    return Limit.of(algorithm, Rate.parse(rate));
  }

  private static Key key(String user) {
    return Key.of("test|user=" + user, user);
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static boolean charge(RedisStore store, Key key, Limit limit) throws Exception {
    Charges charges = new Charges().start(NOW);
    charges.add(key, 0, limit, 1);
    return get(store.decide(charges)).admitted();
  }

  @Test
  void batches_ofRandomRequests_areAnsweredAsOneAfterTheOtherInMemory() throws Exception {
    for (int seed = 0; seed < 60; seed++) {
      Batches.play(seed, time, RedisStore.withTime(REDIS.connection(), time::get, "rl" + seed));
    }
  }

  @Test
  void batch_ofMoreThanOneScriptDecides_isDecidedInOrder() throws Exception {
    RedisStore store = RedisStore.on(REDIS.connection());
    Limit limit = limit(Algorithm.FIXED_WINDOW, "700/month");
    List<Verdicts> requests = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      Charges charges = new Charges().start(NOW);
      charges.add(key("one"), 0, limit, 1);
      requests.add(new Verdicts(charges));
    }
    get(store.decideAll(requests));
    for (int i = 0; i < 1500; i++) {
      assertThat(requests.get(i).admitted()).as("request %s", i).isEqualTo(i < 700);
    }
  }

  @Test
  void windows_ofTheCalendar_areFoundWhenTheCallersClockIsYearsOff() throws Exception {
    RedisStore store = RedisStore.on(REDIS.connection());
    Charges charges = new Charges().start(NOW - 5L * 365 * 24 * 3600 * SECOND);
    charges.add(key("late"), 0, limit(Algorithm.FIXED_WINDOW, "3/month"), 1);
    Verdicts answer = get(store.decide(charges));
    assertThat(answer.get(0).remaining()).isEqualTo(2);
    assertThat(answer.get(0).resetAt()).isGreaterThan(answer.now());
    assertThat(answer.get(0).resetAt() - answer.now()).isLessThan(32L * 24 * 3600 * SECOND);
    assertThat(answer.now()).isGreaterThan(NOW);
  }

  @Test
  void settlement_ofAnInventedNameWithManySlots_asksRedisNothing() throws Exception {
    RedisStore store = RedisStore.on(REDIS.connection());
    String slots = IntStream.range(0, 32).mapToObj(String::valueOf).collect(joining("-"));
    long before = scriptRuns();

    assertThat(get(store.settle("a".repeat(32) + "@" + slots, 0, NOW)))
        .isEqualTo(Settlement.UNKNOWN);
    assertThat(scriptRuns()).isEqualTo(before);
    assertThat(get(store.settle("a".repeat(32) + "@7", 0, NOW))).isEqualTo(Settlement.UNKNOWN);
    assertThat(scriptRuns()).isLessThanOrEqualTo(before + 2);
  }

  /** Returns how many scripts Redis has run. */
  private static long scriptRuns() throws Exception {
    String stats = get(REDIS.connection().ask(to -> to.info("commandstats")));
    return Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+)")
        .matcher(stats)
        .results()
        .mapToLong(match -> Long.parseLong(match.group(1)))
        .sum();
  }

  @Test
  void counter_ofOneTwice_isRefused() {
    Charges charges = new Charges().start(NOW);
    charges.add(key("a"), 0, limit(Algorithm.GCRA, "3/1s"), 1);
    charges.add(key("a"), 0, limit(Algorithm.GCRA, "3/1s"), 1);
    assertThatThrownBy(() -> get(RedisStore.on(REDIS.connection()).decide(charges)))
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void names_ofAnApiKeysCounters_haveItsDigest() throws Exception {
    Rule rule = Rule.builder("orders").key("api-key").limits("3/1m").build();
    ThrottleX throttlex =
        ThrottleX.of(RuleBook.of(rule), RedisStore.on(REDIS.connection()), new ManualClock());
    RequestContext request = RequestContext.builder().apiKey("ak_1").idempotencyKey("i").build();
    get(throttlex.checkAsync(request));

    assertThat(REDIS.server().command("KEYS", "*").toString())
        .contains("orders|api-key=" + SecretValue.digest("ak_1"))
        .doesNotContain("ak_1");
    assertThat(throttlex.reset("orders|api-key=ak_1")).isTrue();
  }

  @Test
  void keys_leftBehindByRandomBatches_allHaveATimeToLive() throws Exception {
    for (int seed = 100; seed < 110; seed++) {
      RedisStore store = RedisStore.withTime(REDIS.connection(), time::get, "rl" + seed);
      Batches.play(seed, time, store);
      get(store.reset(Key.of("batch|user=1", "user-1"), 0, 0));
    }
    List<?> keys = (List<?>) REDIS.server().command("KEYS", "*");
    assertThat(keys).hasSizeGreaterThan(50);
    for (Object key : keys) {
      long ttl = (Long) REDIS.server().command("PTTL", (String) key);
      assertThat(ttl).as("milliseconds that %s has", key).isBetween(1L, 600_000L);
    }
  }

  @Test
  void timeToLive_ofACounter_isTheTimeUntilItIsWholeAndAMinute() throws Exception {
    RedisStore store = RedisStore.withTime(REDIS.connection(), time::get, "rl");
    for (Algorithm algorithm : Algorithm.values()) {
      Charges charges = new Charges().start(NOW);
      charges.add(key(algorithm.toString()), 0, limit(algorithm, "10/1h"), 10);
      long whole = (get(store.decide(charges)).get(0).resetAt() - NOW) / 1_000_000;
      String name = "rl:{" + algorithm + "}:test|user=" + algorithm + ":0";
      long ttl = (Long) REDIS.server().command("PTTL", name);
      assertThat(ttl).as("milliseconds of %s", name).isBetween(whole + 50_000, whole + 65_000);
    }
  }

  @Test
  void scripts_flushedBetweenAndDuringPipelinedCalls_areNeverMissed() throws Exception {
    RedisStore store = RedisStore.on(REDIS.connection());
    Limit limit = limit(Algorithm.TOKEN_BUCKET, "2000/18250d");
    long admitted = 0;
    for (int round = 0; round < 30; round++) {
      List<CompletableFuture<Verdicts>> sent = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        Charges charges = new Charges().start(NOW);
        charges.add(key("flushed"), 0, limit, 1);
        sent.add(store.decide(charges).toCompletableFuture());
        if (i % 25 == round % 25) {
          REDIS.server().command("SCRIPT", "FLUSH");
        }
      }
      CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
      admitted += sent.stream().filter(answer -> answer.join().admitted()).count();
    }
    assertThat(admitted).isEqualTo(2000);
  }

  @Test
  void clock_steppingTenSecondsBackAndForth_mintsNothingBeyondTheStep() throws Exception {
    for (Algorithm algorithm : Algorithm.values()) {
      RedisStore store = RedisStore.withTime(REDIS.connection(), time::get, "rl-" + algorithm);
      Limit limit = limit(algorithm, "10/1s");
      Random random = new Random(8);
      long offset = 0;
      long admitted = 0;
      for (int i = 0; i < 600; i++) {
        if (random.nextInt(50) == 0) {
          offset = 10 * SECOND * (random.nextInt(3) - 1);
        }
        time.set(NOW + i * SECOND / 10 + offset);
        Charges charges = new Charges().start(NOW);
        charges.add(key("stepping"), 0, limit, 1 + random.nextInt(3));
        admitted += get(store.decide(charges)).admitted() ? charges.get(0).cost() : 0;
      }
      assertThat(admitted).as("under %s", limit).isBetween(200L, 10L * (60 + 10 + 1) + 10);
    }
  }

  @Test
  void value_ofAnotherKindInTheWay_isAnErrorThatIsNoOutage() throws Exception {
    RedisStore store = RedisStore.withTime(REDIS.connection(), time::get, "rl");
    REDIS.server().command("HSET", "rl:{hash}:test|user=hash:0", "field", "value");
    REDIS.server().command("SET", "rl:{text}:test|user=text:0", "hello");
    REDIS.server().command("RPUSH", "rl:{list}:test|user=list:0", "OOM for example");
    for (Algorithm algorithm : Algorithm.values()) {
      for (String user : List.of("hash", "text", "list")) {
        assertThatThrownBy(() -> charge(store, key(user), limit(algorithm, "10/1h")))
            .as("%s over a %s", algorithm, user)
            .isInstanceOf(ExecutionException.class)
            .cause()
            .isNotInstanceOf(StoreUnavailableException.class);
      }
    }
    assertThat(REDIS.server().command("GET", "rl:{text}:test|user=text:0")).isEqualTo("hello");
  }

  @Test
  void batch_withAForeignValueInTheWayOfOneRequest_changesNothingForTheOthers() throws Exception {
    RedisStore store = RedisStore.withTime(REDIS.connection(), time::get, "rl");
    Limit limit = limit(Algorithm.FIXED_WINDOW, "10/1h");
    REDIS.server().command("SET", "rl:{text}:test|user=text:0", "hello");
    Charges fine = new Charges().start(NOW).replayKey("once").reserve("work", SECOND);
    fine.add(key("fine"), 0, limit, 1);
    Charges foreign = new Charges().start(NOW);
    foreign.add(key("text"), 0, limit, 1);
    assertThatThrownBy(
            () -> get(store.decideAll(List.of(new Verdicts(fine), new Verdicts(foreign)))))
        .isInstanceOf(ExecutionException.class);
    assertThat((List<?>) REDIS.server().command("KEYS", "*")).hasSize(1);
  }

  @Test
  void reservation_madeByAnotherNode_canBeSettledOnce() throws Exception {
    Limit limit = limit(Algorithm.CONCURRENCY, "1/30s");
    Charges charges = new Charges().start(NOW).reserve("a name @ odd", 30 * SECOND);
    charges.add(key("x y{}"), 0, limit, 1);
    Verdicts answer = get(RedisStore.on(REDIS.connection()).decide(charges));
    RedisStore other = RedisStore.on(REDIS.connection());
    assertThat(charge(other, key("x y{}"), limit)).isFalse();
    String name = answer.reservation();
    assertThat(get(other.settle(name, 1, NOW))).isEqualTo(Settlement.SETTLED);
    assertThat(get(other.settle(name, 1, NOW))).isEqualTo(Settlement.ALREADY_SETTLED);
    assertThat(charge(other, key("x y{}"), limit)).isTrue();
  }

  @Test
  void names_thatWereNeverGiven_areUnknown() throws Exception {
    RedisStore store = RedisStore.on(REDIS.connection());
    for (String name :
        List.of(
            "", "@", "x", "x@", "x@-1", "x@16384", "x@99999", "x@1-", "x@1-99999", "x@1", "\n")) {
      assertThat(get(store.settle(name, 1, NOW))).as("\"%s\"", name).isEqualTo(Settlement.UNKNOWN);
    }
  }

  @Test
  void state_inRedis_canBeRead() throws Exception {
    RedisStore store = RedisStore.withTime(REDIS.connection(), time::get, "rl");
    charge(store, key("alice"), limit(Algorithm.TOKEN_BUCKET, "100/1m"));
    assertThat(REDIS.server().command("GET", "rl:{alice}:test|user=alice:0"))
        .isEqualTo("tb:100/60 " + (NOW + 600_000_000));
  }
}
