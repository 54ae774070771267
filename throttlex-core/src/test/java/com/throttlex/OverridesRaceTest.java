package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Rate;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.RuleBook;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OverridesRaceTest {
  private static final RuleBook BOOK =
      Lab.book(Lab.perUser("ended", "1/1h"), Lab.perUser("lasting", "1/1h"));
  private static final List<Rate> RATES = List.of(Rate.parse("9/1h"));

  private final Overrides overrides = new Overrides();
  private final CompiledRule ended = Objects.requireNonNull(BOOK.rule("ended"));
  private final CompiledRule lasting = Objects.requireNonNull(BOOK.rule("lasting"));

  @Test
  void override_putWhileAnotherOfTheSameUserExpires_isNotLost() {
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Void> ending =
        CompletableFuture.runAsync(
            () -> {
              while (!done.get()) {
                overrides.put("u", ended, RATES, 10);
                assertThat(overrides.limits("u", ended, 20)).isNull();
              }
            });
    int lost = 0;
    for (int i = 0; i < 100_000; i++) {
      overrides.put("u", lasting, RATES, 1000);
      lost += overrides.limits("u", lasting, 20) == null ? 1 : 0;
      assertThat(overrides.remove("u", "lasting")).isTrue();
    }
    done.set(true);
    ending.join();

    assertThat(lost).isZero();
  }

  @Test
  void override_replacingAnExpiredOne_isNotRemovedWithIt() {
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Void> asking =
        CompletableFuture.runAsync(
            () -> {
              while (!done.get()) {
                overrides.limits("u", ended, 20);
              }
            });
    int lost = 0;
    for (int i = 0; i < 100_000; i++) {
      overrides.put("u", ended, RATES, 10);
      overrides.put("u", ended, RATES, 1000);
      lost += overrides.limits("u", ended, 20) == null ? 1 : 0;
    }
    done.set(true);
    asking.join();

    assertThat(lost).isZero();
  }
}
