package com.throttlex.jdbc.counters;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.SqlServer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests MySQL's driver and statements, in an application's own pool, against MariaDB, which
 * supports all statements that are used for MySQL. The short form is {@link
 * MySqlDriverCountersTest}.
 */
@Tag("long")
class MySqlDriverStoreContractTest extends CountersContract {
  private HikariDataSource pool;

  @Override
  SqlServer startServer() {
    return MariaDbServer.start("--innodb-flush-log-at-trx-commit=2");
  }

  @Override
  CounterSource open(String url) {
    MysqlDataSource mysql = new MysqlDataSource();
    mysql.setUrl(url.replace("jdbc:mariadb:", "jdbc:mysql:"));
    HikariConfig config = new HikariConfig();
    config.setDataSource(mysql);
    config.setMaximumPoolSize(8);
    pool = new HikariDataSource(config);
    return CounterSource.on(pool, PATIENCE);
  }

  @AfterAll
  void closePool() {
    pool.close();
  }

  @Override
  public int traces() {
    return Integer.getInteger("throttlex.traces", 2);
  }

  @Override
  public int adversarialKeys() {
    return 500;
  }

  @Test
  void statements_ofADriverOfMySql_returnNothing() {
    assertThat(source().statements().text("lock")).contains("values").doesNotContain("returning");
    assertThat(source().statements().text("replay-lock")).doesNotContain("returning");
  }
}
