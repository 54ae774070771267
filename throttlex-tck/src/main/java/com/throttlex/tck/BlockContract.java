package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.BlockStatus;
import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.Block;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Store;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The contract of blocks: all requests of a key with too many denials are denied for a time. */
interface BlockContract extends StoreFixture {
  /** An engine with one rule, whose store and time the test controls. */
  final class BlockLab implements AutoCloseable {
    static final Duration LENGTH = Duration.ofMinutes(10);
    private static final int AFTER = 5;

    private final ManualClock clock = new ManualClock();
    private final StoreFixture fixture;
    private final ThrottleX engine;

    BlockLab(StoreFixture fixture, Store store) {
      this.fixture = fixture;
      Rule rule =
          Rule.builder("logins")
              .key("user")
              .limits("2/1s")
              .onExceed(OnExceed.block(new Block(LENGTH, AFTER)))
              .build();
      engine = ThrottleX.of(RuleBook.of(List.of(), Fallback.ALLOW, List.of(rule)), store, clock);
      advance(Duration.ZERO);
    }

    void advance(Duration by) {
      clock.advance(by);
      fixture.timeIs(clock.nanos());
    }

    static RequestContextBuilder of(String user) {
      return RequestContext.builder().user(user);
    }

    Decision check(String user) {
      return check(of(user));
    }

    Decision check(RequestContextBuilder request) {
      return engine.check(request.build());
    }

    BlockStatus status(String user) {
      return Objects.requireNonNull(engine.block(key(user)));
    }

    boolean lift(String user) {
      return engine.liftBlock(key(user));
    }

    private static String key(String user) {
      return "logins|user=" + user;
    }

    /** Uses up the limit. */
    void drain(String user) {
      while (check(user).allowed()) {
        // the first denial is a strike
      }
    }

    void awaitStrikes(String user, int strikes) {
      Await.until(
          () -> "strikes: " + status(user) + " (expected: " + strikes + ")",
          () -> status(user).strikes() == strikes);
    }

    /** Is denied until the key is blocked. */
    void block(String user) {
      drain(user);
      for (int i = 1; i < AFTER; i++) {
        check(user);
      }
      Await.until("blocked", () -> status(user).blocked());
    }

    @Override
    public void close() {
      engine.close();
    }
  }

  @Test
  default void key_deniedAsOftenAsTheRuleSays_isBlockedForExactlyTheLengthOfTheBlock() {
    try (BlockLab lab = new BlockLab(this, createStore())) {
      lab.drain("u");
      lab.awaitStrikes("u", 1);
      for (int i = 2; i < 5; i++) {
        lab.check("u");
      }
      lab.awaitStrikes("u", 4);
      assertThat(lab.status("u").blocked()).isFalse();
      lab.block("u");

      lab.advance(Duration.ofMinutes(4));
      for (int i = 0; i < 20; i++) {
        Decision denied = lab.check("u");
        assertThat(denied.allowed()).isFalse();
        assertThat(denied.isBlocked()).isTrue();
        assertThat(denied.retryAfter()).isEqualTo(360);
        assertThat(denied.remaining()).isZero();
        assertThat(denied.limit()).isEqualTo(2);
      }
      assertThat(lab.check("other").allowed()).isTrue();

      lab.advance(Duration.ofMinutes(6).minusMillis(1));
      assertThat(lab.check("u").isBlocked()).isTrue();
      lab.advance(Duration.ofMillis(1));
      assertThat(lab.check("u").allowed()).isTrue();
      assertThat(lab.status("u")).isEqualTo(new BlockStatus(0, 5, 0));
    }
  }

  @Test
  default void block_whenLifted_endsAtOnceAndLeavesTheLimitsAsTheyAre() {
    try (BlockLab lab = new BlockLab(this, createStore())) {
      lab.block("u");

      assertThat(lab.lift("u")).isTrue();

      Decision denied = lab.check("u");
      assertThat(denied.allowed()).isFalse();
      assertThat(denied.isBlocked()).isFalse();
      lab.advance(Duration.ofSeconds(1));
      assertThat(lab.check("u").allowed()).isTrue();
      lab.awaitStrikes("u", 1);
      assertThat(lab.lift("u")).isTrue();
      assertThat(lab.lift("u")).isFalse();
    }
  }

  @Test
  default void criticalRequests_ofABlockedKey_areNotBlockedAndAddNoStrike() {
    try (BlockLab lab = new BlockLab(this, createStore())) {
      lab.drain("u");
      lab.awaitStrikes("u", 1);
      for (int i = 0; i < 10; i++) {
        Decision denied = lab.check(BlockLab.of("u").priority(Priority.CRITICAL));
        assertThat(denied.allowed()).isFalse();
        assertThat(denied.isBlocked()).isFalse();
        assertThat(lab.check(BlockLab.of("u").cost(0)).allowed()).isTrue();
      }
      lab.check("u");
      lab.awaitStrikes("u", 2);
      lab.block("u");

      lab.advance(Duration.ofSeconds(1));
      assertThat(lab.check(BlockLab.of("u").priority(Priority.CRITICAL)).allowed()).isTrue();
      assertThat(lab.check(BlockLab.of("u").cost(0)).isBlocked()).isTrue();
      assertThat(lab.check("u").isBlocked()).isTrue();
    }
  }

  @Test
  default void denial_repeatedWithItsIdempotencyKey_isOneStrike() {
    try (BlockLab lab = new BlockLab(this, createStore())) {
      lab.drain("u");
      lab.awaitStrikes("u", 1);
      for (int i = 0; i < 10; i++) {
        assertThat(lab.check(BlockLab.of("u").idempotencyKey("same")).allowed()).isFalse();
      }
      assertThat(lab.check(BlockLab.of("u").idempotencyKey("other")).allowed()).isFalse();
      lab.awaitStrikes("u", 3);
      lab.check("u");
      lab.awaitStrikes("u", 4);
      assertThat(lab.status("u").blocked()).isFalse();
    }
  }
}
