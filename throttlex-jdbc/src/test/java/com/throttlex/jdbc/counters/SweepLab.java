package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.join;

import com.throttlex.tck.servers.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Empty tables, a clock, and stores that sweep only when called. */
final class SweepLab implements AutoCloseable {
  static final long SECOND = 1_000_000_000L;

  /** More rounds without a deletion than a walk over all rows takes. */
  private static final int IDLE_ROUNDS = 8;

  private final CounterFixture fixture;
  private final AtomicLong time = new AtomicLong(Requests.START);
  private final List<JdbcStore> stores = new ArrayList<>();

  SweepLab(CounterFixture fixture) {
    this.fixture = fixture;
    for (String table : List.of("usage", "sw_log", "reservation", "replay")) {
      Sql.run(fixture.url(), "delete from throttlex_" + table);
    }
  }

  JdbcStore store() {
    return kept(fixture.store(time::get, ""));
  }

  JdbcStore store(DataSource on) {
    return kept(
        JdbcStore.withTime(
            CounterSource.on(on, CounterFixture.PATIENCE), CounterFixture.PATIENCE, time::get, ""));
  }

  private JdbcStore kept(JdbcStore store) {
    stores.add(store);
    return store;
  }

  void pass(long nanos) {
    time.addAndGet(nanos);
  }

  long rows(String table) {
    return Sql.number(fixture.url(), "select count(*) from throttlex_" + table);
  }

  /** Returns the number of sliding window logs whose row differs from their charges. */
  long wrongLogs() {
    return Sql.number(
        fixture.url(),
        "select count(*) from throttlex_usage u where limits like 'swl:%' and word <>"
            + " (select coalesce(sum(units), 0) from throttlex_sw_log l"
            + " where l.counter_id = u.counter_id and l.request_time > u.floor_at)");
  }

  /** Sweeps until nothing is left to sweep; returns the most rows of one step. */
  static int sweepAll(JdbcStore store) {
    int most = 0;
    for (int idle = 0; idle < IDLE_ROUNDS; ) {
      int deleted = join(store.sweep());
      idle = deleted == 0 ? idle + 1 : 0;
      most = Math.max(most, deleted);
    }
    return most;
  }

  @Override
  public void close() {
    stores.forEach(JdbcStore::close);
  }
}
