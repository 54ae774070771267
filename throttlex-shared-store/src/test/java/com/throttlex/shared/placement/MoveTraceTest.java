package com.throttlex.shared.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random moves by nodes that learn of them late, restart, and lose their notes: what is admitted
 * stays within the bound of the algorithm.
 */
class MoveTraceTest {
  private static final int TRACES = 30;
  private static final int STEPS = 1500;
  private static final int NODES = 3;
  private static final long AMOUNT = 5;
  private static final long PERIOD = Duration.ofSeconds(10).toNanos();

  private static RuleBook book(Algorithm algorithm, String store) {
    return RuleBook.of(
        Rule.builder("r")
            .key("user")
            .limits(AMOUNT + "/10s")
            .algorithm(algorithm)
            .store(store)
            .build());
  }

  @ParameterizedTest
  @EnumSource(
      value = Algorithm.class,
      names = {"TOKEN_BUCKET", "FIXED_WINDOW", "SLIDING_WINDOW_LOG"})
  void admitted_whileNodesMoveCountersAtDifferentTimes_isNeverMoreThanTheLimit(
      Algorithm algorithm) {
    long ended = 0;
    for (int seed = 0; seed < TRACES; seed++) {
      Trace trace = new Trace(algorithm, seed);
      trace.run();
      trace.requireBound();
      ended += trace.ended;
    }
    assertThat(ended).as("moves that ended").isGreaterThan(TRACES);
  }

  /** One run of nodes that share stores. */
  private static final class Trace {
    private final MoveLab lab = new MoveLab();
    private final Algorithm algorithm;
    private final int seed;
    private final Random random;
    private final List<MoveLab.Node> nodes = new ArrayList<>();
    private final List<String> known = new ArrayList<>();
    private final List<Long> admitted = new ArrayList<>();
    private final List<Long> endings = new ArrayList<>();
    private String target = "default";
    private boolean moving;
    private long ended;

    Trace(Algorithm algorithm, int seed) {
      this.algorithm = algorithm;
      this.seed = seed;
      random = new Random(seed);
      lab.live = NODES;
      for (int i = 0; i < NODES; i++) {
        nodes.add(lab.node(book(algorithm, target)));
        known.add(target);
      }
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        lab.clock.advance(Duration.ofMillis(random.nextInt(400)));
        int number = random.nextInt(NODES);
        event(number);
        if (random.nextInt(3) > 0) {
          var unused = nodes.get(number).moves().tick();
        }
        if (nodes.get(random.nextInt(NODES)).check("u").allowed()) {
          admitted.add(lab.clock.nanos());
        }
        countEnds();
      }
    }

    private void event(int number) {
      int event = random.nextInt(200);
      if (event == 0) {
        target = MoveLab.NAMES.get(random.nextInt(MoveLab.NAMES.size()));
      } else if (event < 10 && !known.get(number).equals(target)) {
        known.set(number, target);
        nodes.get(number).moves().rules(book(algorithm, target));
      } else if (event == 10) {
        nodes.set(number, lab.node(book(algorithm, known.get(number))));
      } else if (event == 11) {
        lab.notesFail = !lab.notesFail;
      } else if (event < 20) {
        lab.notesFail = false;
      }
    }

    private void countEnds() {
      Notes.Note note = lab.notes.read().toCompletableFuture().join().get("placement/plan");
      boolean now = note != null && StorePlan.parse(1, note.text()).rule("r").isMoving();
      if (moving && !now) {
        ended++;
        endings.add(lab.clock.nanos());
      }
      moving = now;
    }

    void requireBound() {
      for (int i = 0; i < admitted.size(); i++) {
        for (int j = i; j < Math.min(admitted.size(), i + 100); j++) {
          assertThat(j - i + 1L)
              .as("admitted by %s, seed %d, from the %dth", algorithm, seed, i)
              .isLessThanOrEqualTo(bound(admitted.get(i), admitted.get(j)));
        }
      }
    }

    /** Returns how many moves ended in that time: each may admit one unit of a bucket more. */
    private long ends(long from, long to) {
      return endings.stream().filter(end -> from <= end && end <= to).count();
    }

    /** Returns how much may be admitted from one moment to another, both included. */
    private long bound(long from, long to) {
      return switch (algorithm) {
        case FIXED_WINDOW -> AMOUNT * (to / PERIOD - from / PERIOD + 1);
        case SLIDING_WINDOW_LOG -> AMOUNT * ((to - from) / PERIOD + 1);
        default -> AMOUNT + AMOUNT * (to - from) / PERIOD + ends(from, to);
      };
    }
  }
}
