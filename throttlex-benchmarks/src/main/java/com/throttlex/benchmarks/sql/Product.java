package com.throttlex.benchmarks.sql;

import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.SqlServer;
import java.util.List;

/** The kinds of servers, and the statements that differ between them. */
enum Product {
  POSTGRESQL(
      "PostgreSQL",
      "SHOW server_version",
      // The next number for a transaction that writes or locks a row. The counts of
      // pg_stat_database come seconds late; these numbers are exact at any time.
      "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint, 'NaN'::float8",
      "BYTEA"),
  MARIADB(
      "MariaDB",
      "SELECT VERSION()",
      // Of the engine itself: Com_commit misses what commits by itself, and Handler_commit counts
      // the end of every statement.
      """
      SELECT (SELECT SUM(count) FROM information_schema.innodb_metrics
              WHERE name IN ('trx_rw_commits', 'trx_ro_commits')),
             (SELECT variable_value FROM information_schema.global_status
              WHERE variable_name = 'QUESTIONS')
      """,
      "BLOB");

  private final String text;
  private final String version;
  private final String work;
  private final String bytes;

  Product(String text, String version, String work, String bytes) {
    this.text = text;
    this.version = version;
    this.work = work;
    this.bytes = bytes;
  }

  SqlServer start() {
    return this == POSTGRESQL
        ? PostgresServer.start()
        : MariaDbServer.start("--innodb-monitor-enable=module_trx");
  }

  /** Returns a query for the version. */
  String version() {
    return version;
  }

  /** Returns a query for the work of the server: transactions, and statements if it counts them. */
  String work() {
    return work;
  }

  /** Returns statements after which a commit waits for the disk (the default), or does not. */
  List<String> durability(boolean on) {
    return this == POSTGRESQL
        ? List.of(
            "ALTER SYSTEM SET synchronous_commit = " + (on ? "on" : "off"),
            "SELECT pg_reload_conf()")
        : List.of("SET GLOBAL innodb_flush_log_at_trx_commit = " + (on ? 1 : 2));
  }

  /** Returns the table of Bucket4j, from its documentation. */
  String buckets() {
    return "CREATE TABLE IF NOT EXISTS bucket(id BIGINT PRIMARY KEY, state " + bytes + ")";
  }

  /**
   * Returns a database's URL for Bucket4j. Its module for MySQL needs the exceptions of MySQL's
   * driver, which has the settings that the pool's authors recommend.
   */
  String peersUrl(String url) {
    return this == POSTGRESQL
        ? url
        : url.replace("jdbc:mariadb:", "jdbc:mysql:")
            + "&cachePrepStmts=true&useServerPrepStmts=true&useLocalSessionState=true"
            + "&cacheResultSetMetadata=true&cacheServerConfiguration=true"
            + "&elideSetAutoCommits=true&maintainTimeStats=false";
  }

  @Override
  public String toString() {
    return text;
  }
}
