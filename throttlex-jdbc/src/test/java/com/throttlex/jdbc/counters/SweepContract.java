package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.admits;
import static com.throttlex.jdbc.counters.Requests.join;
import static com.throttlex.jdbc.counters.Requests.one;
import static com.throttlex.jdbc.counters.Requests.used;
import static com.throttlex.jdbc.counters.SweepLab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.jdbc.Dialect;
import com.throttlex.shared.faults.Figures;
import com.throttlex.store.Settlement;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests that expired rows are deleted in small steps, and rows in use never. */
interface SweepContract extends CounterFixture {
  /** More rows than one step deletes from any table. */
  int MANY = 700;

  int SMALL_STEP = 2_500;
  Limit SHORT = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("5/10s"));
  Limit SHORT_LOG = Limit.of(Algorithm.SLIDING_WINDOW_LOG, Rate.parse("5/10s"));
  Limit LASTING = Requests.forGood(Algorithm.SLIDING_WINDOW_COUNTER, 5);
  Limit LASTING_LOG = Requests.forGood(Algorithm.SLIDING_WINDOW_LOG, 5);

  @Test
  default void rows_thatAreOver_areDeletedInSmallStepsAndOthersKept() {
    try (SweepLab lab = new SweepLab(this)) {
      JdbcStore store = lab.store();
      charge(store, "short", SHORT, MANY, 10 * SECOND);
      charge(store, "short-log", SHORT_LOG, MANY, 10 * SECOND);
      charge(store, "lasting", LASTING, MANY, 1_000_000 * SECOND);
      lab.pass(SECOND);
      charge(store, "lasting-log", LASTING_LOG, MANY, 1_000_000 * SECOND);
      assertThat(lab.rows("usage")).isEqualTo(4 * MANY);
      assertThat(lab.rows("sw_log")).isEqualTo(2 * MANY);
      assertThat(lab.rows("reservation")).isEqualTo(4 * MANY);
      assertThat(SweepLab.sweepAll(store)).as("swept while all is in use").isZero();

      lab.pass(400 * SECOND);
      int most = SweepLab.sweepAll(store);

      assertThat(most).isPositive().isLessThanOrEqualTo(SMALL_STEP);
      assertThat(lab.rows("usage")).isEqualTo(2 * MANY);
      assertThat(lab.rows("sw_log")).isEqualTo(MANY);
      assertThat(lab.rows("reservation")).isEqualTo(2 * MANY);
      assertThat(lab.rows("replay")).isZero();
      for (String name : List.of("lasting-3", "lasting-log-699")) {
        assertThat(used(store, name)).isEqualTo(1);
        assertThat(join(store.settle(name, 3, 0))).isEqualTo(Settlement.SETTLED);
        assertThat(used(store, name)).isEqualTo(3);
      }
    }
  }

  /** Charges a unit of that many names, with reservations and replay keys of the same names. */
  private static void charge(JdbcStore store, String name, Limit limit, int count, long nanos) {
    for (int from = 0; from < count; from += 100) {
      List<Verdicts> requests = new ArrayList<>();
      for (int i = from; i < from + 100; i++) {
        String own = name + "-" + i;
        requests.add(new Verdicts(one(limit, own).reserve(own, nanos).replayKey(own)));
      }
      join(store.decideAll(requests));
    }
  }

  @Test
  default void counts_whileTwoStoresSweep_stayExact() {
    int keys = 10;
    try (SweepLab lab = new SweepLab(this)) {
      List<JdbcStore> stores = List.of(lab.store(), lab.store());
      for (int round = 0; round < 12; round++) {
        AtomicBoolean over = new AtomicBoolean();
        List<Long> admitted =
            Together.run(
                10,
                thread -> {
                  JdbcStore store = stores.get(thread % 2);
                  if (thread < 2) {
                    return sweepUntil(store, over);
                  }
                  long mine = 0;
                  for (int i = 0; i < keys; i++) {
                    int key = (i + thread) % keys;
                    Limit limit = key % 2 == 0 ? SHORT : SHORT_LOG;
                    mine += admits(store, one(limit, "busy-" + key)) ? 1 : 0;
                  }
                  over.set(true);
                  return mine;
                });

        assertThat(admitted.stream().mapToLong(Long::longValue).sum())
            .as("admitted in round %d", round)
            .isEqualTo(5L * keys);
        assertThat(lab.wrongLogs()).as("wrong logs in round %d", round).isZero();
        lab.pass(200 * SECOND);
      }
    }
  }

  private static long sweepUntil(JdbcStore store, AtomicBoolean over) {
    while (!over.get()) {
      join(store.sweep());
    }
    return 0;
  }

  @Test
  default void charge_madeWhileItsLogIsBeingSwept_isKept() {
    try (SweepLab lab = new SweepLab(this)) {
      assertThat(admits(lab.store(), one(SHORT_LOG, "late"))).isTrue();
      lab.pass(200 * SECOND);
      sweepDuringACharge(lab, "late", 0);

      assertThat(used(lab.store(), "late")).isEqualTo(1);
      assertThat(lab.wrongLogs()).as("logs without their charges").isZero();
    }
  }

  @Test
  default void charge_ofALogThatBeginsAnewBeforeTheOldOneWhileItIsSwept_isKept() {
    try (SweepLab lab = new SweepLab(this)) {
      assertThat(admits(lab.store(), one(SHORT_LOG, "back"))).isTrue();
      lab.pass(30 * SECOND);
      assertThat(admits(lab.store(), one(SHORT, "back"))).as("in a window").isTrue();
      sweepDuringACharge(lab, "back", -100 * SECOND);

      assertThat(used(lab.store(), "back")).as("of the window and the new log").isEqualTo(2);
      assertThat(lab.wrongLogs()).as("logs without their charges").isZero();
    }
  }

  /** Moves the clock and makes a charge just before the sweeping store reads charges. */
  private void sweepDuringACharge(SweepLab lab, String name, long passing) {
    AtomicReference<CompletionStage<Verdicts>> charged = new AtomicReference<>();
    HookedSource source =
        new HookedSource(
            Dialect.of(url()).dataSource(url()),
            sql -> {
              if (sql.contains("throttlex_sw_log") && charged.get() == null) {
                lab.pass(passing);
                charged.set(lab.store().decide(one(SHORT_LOG, name)));
                awaitBriefly(charged.get());
              }
            });
    join(lab.store(source.asDataSource()).sweep());
    join(charged.get());
  }

  /** Waits only briefly, because the sweeper may hold a lock that the charge waits for. */
  private static void awaitBriefly(CompletionStage<Verdicts> stage) {
    try {
      stage.toCompletableFuture().get(1, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      assertThat(stage.toCompletableFuture()).isNotDone();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  default void log_underSteadyLoad_staysAsLongAsItsLimit() {
    long amount = 50;
    Limit limit = Limit.of(Algorithm.SLIDING_WINDOW_LOG, Rate.parse(amount + "/1s"));
    try (SweepLab lab = new SweepLab(this)) {
      JdbcStore store = lab.store();
      long most = 0;
      long admitted = 0;
      for (int i = 0; i < 1_000; i++) {
        lab.pass(SECOND / 100);
        admitted += admits(store, one(limit, "steady")) ? 1 : 0;
        if (i % 100 == 99) { // twice the rate: 50 charges in this second
          most = Math.max(most, lab.rows("sw_log"));
          join(store.sweep());
        }
      }

      Figures.tell("log of %d/1s: at most %d rows for %d charges", amount, most, admitted);
      assertThat(admitted).isEqualTo(10 * amount);
      assertThat(most).isLessThanOrEqualTo(2 * amount);
      assertThat(lab.wrongLogs()).isZero();
    }
  }

  @Test
  default void logs_thatWereReset_areDeletedWithTheirCharges() {
    try (SweepLab lab = new SweepLab(this)) {
      JdbcStore store = lab.store();
      for (int i = 0; i < 5; i++) {
        lab.pass(1);
        join(
            store.decideAll(
                List.of(
                    new Verdicts(one(LASTING_LOG, "reset")),
                    new Verdicts(one(LASTING_LOG, "kept")))));
      }
      assertThat(join(store.reset(Requests.key("reset"), 0, 0))).isTrue();
      assertThat(used(store, "reset")).isZero();
      SweepLab.sweepAll(store);

      assertThat(lab.rows("usage")).isEqualTo(1);
      assertThat(lab.rows("sw_log")).isEqualTo(5);
      assertThat(used(store, "kept")).isEqualTo(5);
    }
  }
}
