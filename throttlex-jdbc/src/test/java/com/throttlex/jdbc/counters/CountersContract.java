package com.throttlex.jdbc.counters;

import com.throttlex.SystemTime;
import com.throttlex.shared.Coalescer;
import com.throttlex.shared.CoalescerSettings;
import com.throttlex.shared.SchedulerThread;
import com.throttlex.store.Store;
import com.throttlex.tck.StoreContract;
import com.throttlex.tck.servers.SqlServer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** The contract of stores, for counters in one database of a server of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CountersContract extends StoreContract {
  private final AtomicLong time = new AtomicLong();
  static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final AtomicLong STORES = new AtomicLong();
  private static final SchedulerThread SCHEDULER = new SchedulerThread("test");

  private SqlServer server;
  private CounterSource source;

  /** Starts a server whose commits do not wait for the disk. */
  abstract SqlServer startServer();

  /** Opens the counters of a database. */
  CounterSource open(String url) {
    return CounterSource.open(url, 8, PATIENCE);
  }

  @BeforeAll
  void start() {
    server = startServer();
    source = open(server.newDatabase());
  }

  @AfterAll
  void stop() {
    source.close();
    server.close();
  }

  final CounterSource source() {
    return source;
  }

  @Override
  public Store createStore() {
    String prefix = "t" + STORES.incrementAndGet() + ".";
    JdbcStore store = JdbcStore.withTime(source(), PATIENCE, time::get, prefix);
    CoalescerSettings settings = new CoalescerSettings(PATIENCE, 128, 2, 100_000);
    return new Coalescer(store, settings, new SystemTime(), SCHEDULER);
  }

  @Override
  public void timeIs(long nanos) {
    time.set(nanos);
  }

  /** Deletes all rows, so that {@link #kept} is short. */
  @BeforeEach
  void deleteRows() {
    source().statements();
    for (String table : List.of("usage", "sw_log", "reservation", "replay")) {
      update("delete from throttlex_" + table);
    }
  }

  private void update(String statement) {
    try (Borrowed borrowed = source().borrow();
        Statement sql = borrowed.connection().createStatement()) {
      sql.executeUpdate(statement);
      borrowed.connection().commit();
    } catch (SQLException e) {
      throw new IllegalStateException(statement + ": " + e.getMessage(), e);
    }
  }

  /** Returns the rows of the stores of this test. */
  @Override
  public String kept() {
    source().statements();
    return rows("usage", "key_id")
        + rows("sw_log", "counter_id, request_time")
        + rows("reservation", "name_id")
        + rows("replay", "key_id");
  }

  private String rows(String table, String order) {
    StringBuilder text = new StringBuilder(table).append('\n');
    String query = "select * from throttlex_" + table + " order by " + order;
    try (Borrowed borrowed = source().borrow();
        Statement sql = borrowed.connection().createStatement();
        ResultSet rows = sql.executeQuery(query)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        for (int column = 1; column <= columns; column++) {
          text.append(rows.getString(column)).append(column < columns ? ' ' : '\n');
        }
      }
      borrowed.connection().rollback();
    } catch (SQLException e) {
      throw new IllegalStateException(query + ": " + e.getMessage(), e);
    }
    return text.toString();
  }

  @Override
  public int traces() {
    return Integer.getInteger("throttlex.traces", 6);
  }

  @Override
  public int adversarialKeys() {
    return 5_000;
  }

  @Override
  public int times(int inMemory) {
    return inMemory / Integer.getInteger("throttlex.slowness", 16);
  }
}
