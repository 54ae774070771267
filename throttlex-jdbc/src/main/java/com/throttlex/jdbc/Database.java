package com.throttlex.jdbc;

/**
 * The database of a service: rules with their history, users, the audit trail and usage.
 *
 * <p>Every call blocks and is safe from any thread. A change that has returned is on the disk. What
 * fails in the database throws {@link DatabaseException}, and then nothing has changed.
 */
public final class Database implements AutoCloseable {
  private final Connections connections;
  private final RuleTable rules;
  private final UserTable users;
  private final AuditTable audit;
  private final UsageTable usage;

  private Database(Connections connections, Dialect dialect) {
    this.connections = connections;
    this.rules = new RuleTable(connections);
    this.users = new UserTable(connections);
    this.audit = new AuditTable(connections);
    this.usage = new UsageTable(connections, dialect);
  }

  /**
   * Opens the database, makes it if it is missing, and brings its tables up to date.
   *
   * @param url {@code jdbc:sqlite:PATH}
   * @throws IllegalArgumentException when the URL is of another kind
   * @throws DatabaseException when it cannot be opened or was made by a newer version
   */
  public static Database open(String url) {
    Dialect dialect = Dialect.of(url);
    Connections connections = Connections.open(url, dialect);
    try {
      Schema.migrate(url, dialect, connections);
      return new Database(connections, dialect);
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

  @Override
  public void close() {
    connections.close();
  }
}
