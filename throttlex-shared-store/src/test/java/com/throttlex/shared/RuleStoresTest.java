package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rules with counters in two stores, in virtual time. */
class RuleStoresTest {
  private static final String OLD = "default";
  private static final String NEW = "redis";
  private static final List<String> BOTH = List.of(OLD, NEW);

  private final SteppedTime time = new SteppedTime();
  private final Map<String, Store> stores = new LinkedHashMap<>();
  private final RuleBook book =
      RuleBook.of(
          Rule.builder("a").key("user").limits("10/1h").build(),
          Rule.builder("b").key("user").limits("5/1h").build());
  private final RuleBook windows =
      RuleBook.of(
          Rule.builder("a").key("user").limits("10/1h").algorithm(Algorithm.FIXED_WINDOW).build(),
          Rule.builder("b").key("user").limits("5/1h").algorithm(Algorithm.FIXED_WINDOW).build());
  private final RuleStores store;
  private final ThrottleX throttlex;

  RuleStoresTest() {
    BOTH.forEach(name -> stores.put(name, new MemoryStore()));
    store = new RuleStores(stores);
    throttlex = ThrottleX.of(book, store, time);
  }

  private void place(List<String> a, List<String> b) {
    store.place(book, id -> id.equals("a") ? a : b, List.of(OLD));
  }

  private Decision check() {
    return throttlex.check(RequestContext.ofUser("u"));
  }

  /** Returns the units left of the key in one store; -1 if the store has no counter. */
  private long left(String name, String rule) {
    ThrottleX one = ThrottleX.of(book, stores.get(name), time);
    return one.inspect(rule + "|user=u").stream()
        .mapToLong(status -> status.remaining())
        .findFirst()
        .orElse(-1);
  }

  @Test
  void rules_inTwoStores_areChargedInTheirOwn() {
    place(List.of(OLD), List.of(NEW));
    assertThat(check().allowed()).isTrue();
    assertThat(List.of(left(OLD, "a"), left(NEW, "b"))).containsExactly(9L, 4L);
    assertThat(List.of(left(NEW, "a"), left(OLD, "b"))).containsExactly(-1L, -1L);
  }

  @Test
  void denial_byOneStore_chargesNothingInTheOther() {
    place(List.of(OLD), List.of(NEW));
    for (int i = 0; i < 5; i++) {
      assertThat(check().allowed()).isTrue();
    }
    Decision denied = check();
    assertThat(denied.allowed()).isFalse();
    assertThat(denied.rule()).isEqualTo("b");
    assertThat(left(OLD, "a")).isEqualTo(5);
  }

  @Test
  void rule_thatMoves_isChargedInBothAndDeniedByEither() {
    throttlex.rules(windows);
    place(List.of(OLD), List.of(OLD));
    check();
    check();
    place(List.of(OLD), BOTH);
    assertThat(check().allowed()).isTrue();
    assertThat(List.of(left(OLD, "b"), left(NEW, "b"))).containsExactly(2L, 4L);
    assertThat(throttlex.inspect("b|user=u").get(0).remaining()).isEqualTo(2);
    check();
    check();
    Decision denied = check();
    assertThat(denied.allowed()).isFalse();
    assertThat(denied.rule()).isEqualTo("b");
    assertThat(List.of(left(OLD, "a"), left(NEW, "b"))).containsExactly(5L, 2L);
    assertThat(store.comparison("b")).isEqualTo(new RuleStores.Comparison(3, 1, 0));

    place(List.of(OLD), List.of(NEW));
    assertThat(check().remaining()).isEqualTo(1);
  }

  @Test
  void drainedBucket_thatMoves_isDrainedInTheNewStoreToo() {
    place(List.of(OLD), List.of(OLD));
    for (int i = 0; i < 5; i++) {
      check();
    }
    place(List.of(OLD), BOTH);
    assertThat(check().allowed()).isFalse();
    assertThat(left(NEW, "b")).isZero();
    place(List.of(OLD), List.of(NEW));
    assertThat(check().allowed()).isFalse();
    assertThat(store.hasMissed()).isFalse();
  }

  @Test
  void fullBucket_thatMoves_losesNothing() {
    place(List.of(OLD), BOTH);
    check();
    assertThat(List.of(left(OLD, "b"), left(NEW, "b"))).containsExactly(4L, 4L);
  }

  @Test
  void ruleInShadowMode_thatMoves_isChargedInBothOrNone() {
    RuleBook shadow =
        RuleBook.of(
            Rule.builder("b")
                .key("user")
                .limits("2/1h")
                .algorithm(Algorithm.FIXED_WINDOW)
                .mode(Mode.SHADOW)
                .build());
    throttlex.rules(shadow);
    store.place(shadow, id -> List.of(OLD), List.of(OLD));
    check();
    store.place(shadow, id -> BOTH, List.of(OLD));
    for (int i = 0; i < 3; i++) {
      assertThat(check().allowed()).isTrue();
    }
    assertThat(List.of(left(OLD, "b"), left(NEW, "b"))).containsExactly(0L, 1L);
  }

  @Test
  void reset_ofAKeyThatMoves_resetsBoth() {
    place(List.of(OLD), BOTH);
    check();
    assertThat(throttlex.reset("b|user=u")).isTrue();
    assertThat(List.of(left(OLD, "b"), left(NEW, "b"))).containsExactly(-1L, -1L);
  }

  @Test
  void reservation_madeBeforeOrWhileTheRuleMoves_isSettledWhereItWasCharged() {
    throttlex.rules(windows);
    RequestContext asks = RequestContext.builder().user("u").reserve(true).build();
    place(List.of(OLD), List.of(OLD));
    String before = throttlex.check(asks).reservation();
    place(List.of(OLD), BOTH);
    String meanwhile = throttlex.check(asks).reservation();
    assertThat(throttlex.settle(before, 0)).isEqualTo(Settlement.SETTLED);
    assertThat(List.of(left(OLD, "b"), left(NEW, "b"))).containsExactly(4L, 4L);
    place(List.of(OLD), List.of(NEW));
    assertThat(throttlex.settle(meanwhile, 0)).isEqualTo(Settlement.SETTLED);
    assertThat(throttlex.settle(meanwhile, 0)).isEqualTo(Settlement.ALREADY_SETTLED);
    assertThat(List.of(left(OLD, "a"), left(OLD, "b"), left(NEW, "b")))
        .containsExactly(10L, 5L, 5L);
  }

  @Test
  void repeatedRequest_whileItsRuleMoves_isChargedOnceInEachStore() {
    throttlex.rules(windows);
    RequestContext same = RequestContext.builder().user("u").idempotencyKey("i-1").build();
    place(List.of(OLD), List.of(OLD));
    throttlex.check(same);
    place(BOTH, BOTH);
    assertThat(throttlex.check(same).allowed()).isTrue();
    assertThat(throttlex.check(same).allowed()).isTrue();
    place(List.of(NEW), List.of(NEW));
    assertThat(throttlex.check(same).allowed()).isTrue();
    assertThat(List.of(left(OLD, "b"), left(NEW, "b"))).containsExactly(4L, 4L);
  }

  @Test
  void rules_beforeTheyArePlaced_areChargedEverywhere() {
    check();
    assertThat(List.of(left(OLD, "a"), left(NEW, "a"))).containsExactly(9L, 9L);
  }
}
