package com.throttlex.jdbc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database of a service: rules with their history, users, the audit trail and usage.
 *
 * <p>Every call blocks and is safe from any thread. A change that has returned is on the disk. What
 * fails in the database throws {@link DatabaseException}, and then nothing has changed, unless it
 * {@linkplain DatabaseException#isInDoubt is in doubt}, as when the connection to a server broke
 * during the commit: then the change is there as a whole or not at all.
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
   * Opens the database and brings its tables up to date. A file of SQLite is made if it is missing;
   * on a server the database must be there.
   *
   * @param url {@code jdbc:sqlite:PATH}, or {@code jdbc:postgresql://HOST:PORT/DATABASE} and the
   *     same with {@code mariadb} or {@code mysql}; user, password and what else the driver knows
   *     follow as parameters, percent-encoded
   * @throws IllegalArgumentException when the URL is of another kind
   * @throws DatabaseException when it cannot be opened or was made by a newer version
   */
  public static Database open(String url) {
    Dialect dialect = Dialect.of(url);
    return open(Dialect.printable(url), dialect, dialect.dataSource(url));
  }

  /** Opens a database that has that name in messages. */
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

  /**
   * Asks the database for an answer.
   *
   * @throws DatabaseException when it gives none
   */
  public void check() {
    connections.read("check database", session -> session.first(row -> 1, "select 1"));
  }

  /**
   * Makes a change that changes nothing. Changes before it whose commit was in doubt are decided
   * when this returns.
   *
   * @throws DatabaseException when it cannot be written
   */
  public void checkWrites() {
    connections.write("write to database", Revision::rewriteAll);
  }

  /** Why the last change could not be written, or null when it was. */
  public @Nullable String problem() {
    DatabaseException problem = connections.problem();
    return problem == null ? null : problem.getMessage();
  }

  /** Whether several services may keep their records here, each on its own machine. */
  public boolean isShared() {
    return connections.dialect() != Dialect.SQLITE;
  }

  /**
   * Calls the listener, on a thread of its own, soon after rules, tiers or overrides may have been
   * changed by whomever, where the database can tell. It can't everywhere, so revisions have to be
   * looked at as well.
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
