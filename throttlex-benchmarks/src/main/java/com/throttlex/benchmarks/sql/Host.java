package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.contest.Median;
import com.throttlex.benchmarks.store.Work;
import com.throttlex.tck.servers.Sql;
import com.throttlex.tck.servers.SqlServer;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;

/** A server that runs while it is measured, and a connection for its statistics. */
final class Host implements AutoCloseable {
  private static final int COMMITS = 200;

  private final Product product;
  private final SqlServer server;
  private final Connection connection;

  private Host(Product product, SqlServer server, Connection connection) {
    this.product = product;
    this.server = server;
    this.connection = connection;
  }

  static Host start(Product product) throws SQLException {
    SqlServer server = product.start();
    return new Host(product, server, DriverManager.getConnection(server.url()));
  }

  Product product() {
    return product;
  }

  /** Returns the URL of an empty database. */
  String newDatabase() {
    return server.newDatabase();
  }

  /** Returns the versions of the server and its driver. */
  String version() throws SQLException {
    try (Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery(product.version())) {
      row.next();
      DatabaseMetaData driver = connection.getMetaData();
      return "%s %s by %s %s"
          .formatted(product, row.getString(1), driver.getDriverName(), driver.getDriverVersion());
    }
  }

  /** Returns its work so far. */
  Work work() {
    try (Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery(product.work())) {
      row.next();
      return new Work(row.getDouble(1), row.getDouble(2));
    } catch (SQLException e) {
      throw new IllegalStateException(product + ": its counts cannot be read", e);
    }
  }

  /** Sets whether commits wait for the disk. */
  void durable(boolean on) {
    product.durability(on).forEach(statement -> Sql.run(server.url(), statement));
  }

  /** Returns how long a change of one row with its commit takes on an idle server. */
  double commitMillis() throws SQLException {
    try (Connection own = DriverManager.getConnection(newDatabase());
        Statement sql = own.createStatement()) {
      sql.execute("CREATE TABLE one(n BIGINT)");
      sql.execute("INSERT INTO one VALUES (0)");
      double[] millis = new double[COMMITS];
      for (int i = 0; i < COMMITS; i++) {
        long start = System.nanoTime();
        sql.execute("UPDATE one SET n = n + 1");
        millis[i] = (System.nanoTime() - start) / 1e6;
      }
      return Median.of(millis);
    }
  }

  /** Returns the processor time of its processes. */
  Duration time() {
    return ProcessHandle.of(server.pid()).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  @Override
  public void close() throws SQLException {
    try {
      connection.close();
    } finally {
      server.close();
    }
  }
}
