package com.throttlex.jdbc.counters;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@NeedsProgram("mysqld")
class MySqlStoreContractTest extends CountersContract {
  private static MySqlServer server;
  private static CounterSource source;

  @BeforeAll
  static void start() {
    server = MySqlServer.start("--innodb-flush-log-at-trx-commit=2");
    String url = server.newDatabase().replace("jdbc:mariadb:", "jdbc:mysql:");
    source = CounterSource.open(url, 8, PATIENCE);
  }

  @AfterAll
  static void stop() {
    source.close();
    server.close();
  }

  @Override
  CounterSource source() {
    return source;
  }
}
