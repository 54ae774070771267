package com.throttlex.jdbc;

import com.throttlex.TimeSource;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequests;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database of a service: rules with their history, users, the audit trail, usage and queues.
 *
 * <p>Every call blocks and is thread-safe. A change that has returned is on disk. A failure throws
 * {@link DatabaseException}, and then nothing has changed. The exception is a failure {@linkplain
 * DatabaseException#isInDoubt in doubt}, such as a connection that broke during the commit: then
 * the change is written as a whole or not at all.
 */
public final class Database implements AutoCloseable {
  private final Connections connections;
  private final DataSource unpooled;
  private final List<ChangeNotice> notices = new CopyOnWriteArrayList<>();
  private final RuleTable rules;
  private final UserTable users;
  private final AuditTable audit;
  private final UsageTable usage;

  private Database(Connections connections, DataSource unpooled) {
    this.connections = connections;
    this.unpooled = unpooled;
    this.rules = new RuleTable(connections);
    this.users = new UserTable(connections);
    this.audit = new AuditTable(connections);
    this.usage = new UsageTable(connections);
  }

  /**
   * Opens the database and migrates its tables. A missing SQLite file is created; on a server the
   * database must exist.
   *
   * @param url {@code jdbc:sqlite:PATH}, or {@code jdbc:postgresql://HOST:PORT/DATABASE} and the
   *     same with {@code mariadb} or {@code mysql}; user, password and other driver settings follow
   *     as parameters, percent-encoded
   * @throws IllegalArgumentException when the URL is of another kind
   * @throws DatabaseException when it cannot be opened, or a newer version created its tables
   */
  public static Database open(String url) {
    Dialect dialect = Dialect.of(url);
    return open(Dialect.printable(url), dialect, dialect.dataSource(url));
  }

  /** Opens a database; the name appears in messages. */
  static Database open(String name, Dialect dialect, DataSource unpooled) {
    Connections connections = Connections.open(name, dialect, unpooled);
    try {
      Schema.migrate(name, dialect, connections.dataSource());
      return new Database(connections, unpooled);
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  public RuleTable rules() {
    return rules;
  }

  public UserTable users() {
    return users;
  }

  public AuditTable audit() {
    return audit;
  }

  public UsageTable usage() {
    return usage;
  }

  /** Returns queues in this database; the caller closes them before the database. */
  public OverflowQueue queue(QueueLimits limits) {
    return queue(limits, null);
  }

  /** Returns queues that use the given time; with null, the time of the database. */
  OverflowQueue queue(QueueLimits limits, @Nullable TimeSource time) {
    return new SqlQueue(connections, limits, time);
  }

  /** Returns queues that have at most that many requests in all. */
  OverflowQueue queue(QueueLimits limits, TimeSource time, int total) {
    return new SqlQueue(connections, limits, time, total);
  }

  /** Returns stored requests in this database; the caller closes them before the database. */
  public StoredRequests storedRequests(StoredLimits limits) {
    return storedRequests(limits, null);
  }

  /** Returns stored requests that use the given time; with null, the time of the database. */
  StoredRequests storedRequests(StoredLimits limits, @Nullable TimeSource time) {
    return new SqlStoredRequests(connections, limits, time);
  }

  /**
   * Checks that the database answers.
   *
   * @throws DatabaseException when it does not
   */
  public void check() {
    connections.read("check database", session -> session.first(row -> 1, "select 1"));
  }

  /**
   * Makes a change that has no effect. When it returns, earlier changes whose commit was in doubt
   * are decided.
   *
   * @throws DatabaseException when it cannot be written
   */
  public void checkWrites() {
    connections.write("write to database", Revision::rewriteAll);
  }

  /** Returns why the last change could not be written, or null if it was. */
  public @Nullable String problem() {
    DatabaseException problem = connections.problem();
    return problem == null ? null : problem.getMessage();
  }

  /** Returns {@code sqlite}, {@code postgresql}, or {@code mariadb} (also for MySQL). */
  public String kind() {
    return connections.dialect().name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether several services on different machines can share this database. */
  public boolean isShared() {
    return connections.dialect() != Dialect.SQLITE;
  }

  /**
   * Calls the listener on another thread soon after rules, tiers or overrides may have changed, if
   * the database can notify. Not every database can, so revisions must be polled as well.
   */
  public ChangeNotice onRuleChange(Runnable listener) {
    ChangeNotice notice = ChangeNotice.start(connections.dialect(), unpooled, listener);
    notices.add(notice);
    return notice;
  }

  @Override
  public void close() {
    notices.forEach(ChangeNotice::close);
    connections.close();
  }
}
