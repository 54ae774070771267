package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.contest.Median;
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

/** A server that runs for as long as it is measured, and a connection to ask it about itself. */
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

  /** The URL of an empty database. */
  String newDatabase() {
    return server.newDatabase();
  }

  /** The server and its driver. */
  String version() throws SQLException {
    try (Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery(product.version())) {
      row.next();
      DatabaseMetaData driver = connection.getMetaData();
      return "%s %s by %s %s"
          .formatted(product, row.getString(1), driver.getDriverName(), driver.getDriverVersion());
    }
  }

  /** What it has done so far. */
  Work work() {
    try (Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery(product.work())) {
      row.next();
      return new Work(row.getDouble(1), row.getDouble(2));
    } catch (SQLException e) {
      throw new IllegalStateException(product + ": its counts cannot be read", e);
    }
  }

  /** Whether commits wait for the disk, from now on. */
  void durable(boolean on) {
    product.durability(on).forEach(statement -> Sql.run(server.url(), statement));
  }

  /** How long it takes to change one row and commit that, when nobody else does anything. */
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

  /** The processor time of its processes. */
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
