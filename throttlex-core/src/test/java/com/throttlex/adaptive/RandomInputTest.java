package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The invariants of every controller: range, interval, and a state that another node can continue
 * from.
 */
class RandomInputTest {
  private static final AdaptiveSettings SETTINGS = AdaptiveSettings.DEFAULTS;
  private static final Range[] RANGES = {
    new Range(1, 1, 1),
    new Range(1, 2, 3),
    new Range(1, 10, 1_000_000_000_000L),
    new Range(100, 1000, 2000),
    new Range(7, 7, 8)
  };

  static Stream<Long> seeds() {
    return Stream.iterate(1L, seed -> seed + 1).limit(16);
  }

  private static Controller controller(Random random, Range range) {
    return random.nextBoolean()
        ? new HealthController(range, SETTINGS)
        : new GradientController(range, SETTINGS);
  }

  private static Observation seen(Random random, long limit) {
    double confidence = random.nextInt(4) == 0 ? 0 : random.nextDouble();
    Health health = new Health(random.nextInt(3) / 2.0, confidence, Map.of());
    if (random.nextInt(6) == 0) {
      return new Observation(health, Traffic.NONE);
    }
    double millis = random.nextInt(5) == 0 ? 0 : Math.exp(random.nextGaussian() * 8);
    double time = Math.min(1e9, millis);
    long most = random.nextInt(8) == 0 ? Long.MAX_VALUE / 4 : 1000;
    return new Observation(
        health,
        new Traffic(
            random.nextLong(most),
            random.nextInt(3) * random.nextLong(50),
            random.nextInt(3) * random.nextLong(50),
            time,
            time,
            Math.min(1e9, time * (1 + random.nextDouble())),
            1e9,
            random.nextBoolean() ? limit : random.nextLong(2 * limit)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void limit_whateverIsSeen_staysInItsRangeAndKeepsItsPace(long seed) {
    Random random = new Random(seed);
    Range range = RANGES[random.nextInt(RANGES.length)];
    Controller controller = controller(random, range);
    long now = 1_800_000_000_000_000_000L;
    ControlState state = controller.start(now);
    long changed = now;
    for (int i = 0; i < 300; i++) {
      now += random.nextInt(4) == 0 ? random.nextLong(100_000_000_000L) : 100_000_000L;
      Step step = controller.step(state, seen(random, state.whole()), now);
      ControlState next = step.next();
      assertThat(next.limit()).isBetween((double) range.min(), (double) range.max());
      assertThat(step.terms().values().stream().allMatch(Double::isFinite)).isTrue();
      if (next.whole() != state.whole()) {
        assertThat(now - changed).isGreaterThanOrEqualTo(SETTINGS.changeInterval().toNanos());
        assertThat(next.changedAt()).isEqualTo(now);
        assertThat(step.reason()).doesNotStartWith("held");
        assertThat(next.limit()).isGreaterThanOrEqualTo(Math.floor(state.limit() * 0.5));
        changed = now;
      }
      state = ControlState.parse(next.text());
      assertThat(state).isEqualTo(next);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 17})
  void limit_whenHealthFlaps_changesNoFasterThanItMay(int period) {
    Controller controller = new HealthController(new Range(10, 5000, 10_000), SETTINGS);
    long step = Duration.ofMillis(100).toNanos();
    long now = 0;
    ControlState state = controller.start(now);
    int changes = 0;
    for (int i = 0; i < 3000; i++) {
      now += step;
      double score = i / period % 2 == 0 ? 1 : 0;
      Observation seen = new Observation(new Health(score, 1, Map.of()), Traffic.NONE);
      ControlState next = controller.step(state, seen, now).next();
      changes += next.whole() == state.whole() ? 0 : 1;
      assertThat(next.limit()).isLessThanOrEqualTo(state.limit() * 1.2 + 1e-9);
      state = next;
    }
    assertThat(changes).isLessThanOrEqualTo(150);
    // A health that is critical half of the time is no health to rise on.
    assertThat(state.whole()).isLessThan(5000);
  }
}
