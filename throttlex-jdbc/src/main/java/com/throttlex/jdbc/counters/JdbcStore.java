package com.throttlex.jdbc.counters;

import com.throttlex.jdbc.DatabaseException;
import com.throttlex.jdbc.counters.TransactionRetries.Work;
import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.ReservationLife;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.StoreUnusableException;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Counters in MySQL, MariaDB or PostgreSQL, shared by any number of nodes.
 *
 * <p>Every decision is a transaction on the database's own clock. The counters are locked in the
 * order of their keys, so concurrent decisions are exact. One transaction decides any number of
 * requests. A counter stores the limit under which it was charged, so it stays valid after a change
 * of rules.
 *
 * <p>The store connects on first use.
 */
public final class JdbcStore implements BatchStore {
  /** The default timeout of the database. */
  public static final Duration TIMEOUT = Duration.ofMillis(250);

  private static final int CONNECTIONS = 8;

  private final CounterSource source;
  private final TransactionRetries attempts;
  private final Workers workers;
  private final Sweeper sweeper;
  private final @Nullable LongSupplier time;
  private final String prefix;

  private JdbcStore(
      CounterSource source, Duration timeout, @Nullable LongSupplier time, String prefix) {
    this.source = source;
    this.attempts = new TransactionRetries(source, timeout.toNanos());
    this.workers = new Workers(CONNECTIONS);
    this.sweeper = new Sweeper(this);
    this.time = time;
    this.prefix = prefix;
  }

  /**
   * Opens a store in the database at a URL, which is {@code jdbc:postgresql:…}, {@code
   * jdbc:mariadb:…} or {@code jdbc:mysql:…}.
   *
   * @param timeout the timeout of a decision, which also limits statements and waits for locks
   * @throws IllegalArgumentException if the URL is of another kind
   */
  public static JdbcStore open(String url, Duration timeout) {
    JdbcStore store =
        new JdbcStore(CounterSource.open(url, CONNECTIONS, timeout), timeout, null, "");
    store.sweeper.start();
    return store;
  }

  /** Creates a store on the pool of an application, which the application closes. */
  public static JdbcStore on(DataSource source, Duration timeout) {
    JdbcStore store = new JdbcStore(CounterSource.on(source, timeout), timeout, null, "");
    store.sweeper.start();
    return store;
  }

  /**
   * Creates a store for tests: it uses the given time and its own keys, and sweeps only when
   * called.
   */
  static JdbcStore withTime(
      CounterSource source, Duration timeout, LongSupplier time, String prefix) {
    return new JdbcStore(source, timeout, time, prefix);
  }

  /**
   * Checks that the database answers; migrates its tables if that was not done yet.
   *
   * @throws DatabaseException if the tables are of a newer version, or cannot be created
   * @throws StoreUnusableException if it denies access, or is neither PostgreSQL nor MariaDB nor
   *     MySQL
   * @throws StoreUnavailableException if the database does not answer
   */
  public void check() {
    attempts.run(null, Transaction::time);
  }

  /** Returns whether the database was reached and its tables are being migrated. */
  public boolean isMigrating() {
    return source.isMigrating();
  }

  @Override
  public CompletionStage<Void> decideAll(List<Verdicts> requests) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    DecideTransaction deciding;
    try {
      deciding = new DecideTransaction(prefix, requests);
    } catch (IllegalArgumentException e) {
      return CompletableFuture.failedFuture(e);
    }
    SingleCharge single = SingleCharge.of(prefix, requests);
    return in(transaction -> {
          if (single == null || !single.run(transaction)) {
            deciding.run(transaction);
          }
          return true;
        })
        .thenApply(done -> null);
  }

  <T> CompletionStage<T> in(Work<T> work) {
    Long now = time == null ? null : Long.valueOf(time.getAsLong());
    return workers.run(
        () -> {
          try {
            return attempts.run(now, work);
          } catch (DatabaseException e) { // the database cannot decide without its tables
            throw new StoreUnusableException(String.valueOf(e.getMessage()), e);
          }
        });
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    RowKey name = RowKey.ofName(prefix, reservation);
    SettleTransaction settling =
        new SettleTransaction(name, cost, ReservationLife.isBrief(reservation));
    return in(settling::run);
  }

  @Override
  public CompletionStage<@Nullable Verdicts> extend(String reservation, long cost, long now) {
    RowKey name = RowKey.ofName(prefix, reservation);
    boolean brief = ReservationLife.isBrief(reservation);
    long nanos = brief ? ReservationLife.BRIEF_NANOS : ReservationLife.USUAL_NANOS;
    ExtendTransaction extending = new ExtendTransaction(name, cost, nanos);
    return in(transaction -> Optional.ofNullable(extending.run(transaction)))
        .thenApply(
            extended -> {
              extended.ifPresent(verdicts -> verdicts.reservedAs(reservation));
              return extended.orElse(null);
            });
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    RowKey row = RowKey.ofCounter(prefix, key, index);
    return in(
        transaction -> {
          transaction.read(new TreeSet<>(List.of(row)));
          SqlCounter counter = transaction.counter(row);
          return counter.isKnown()
              ? Optional.of(counter.status(transaction.now()))
              : Optional.empty();
        });
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    RowKey row = RowKey.ofCounter(prefix, key, index);
    return in(
        transaction -> transaction.call("reset").bytes(RowKey.gone()).bytes(row).update() > 0);
  }

  /** Deletes some expired rows; returns how many. For tests and for the store itself. */
  CompletionStage<Integer> sweep() {
    return in(sweeper::sweep);
  }

  /** Returns the name of the database in messages, without any password. */
  @Override
  public String toString() {
    return source.name();
  }

  @Override
  public void close() {
    sweeper.close();
    workers.close();
    if (time == null) {
      source.close();
    }
  }
}
