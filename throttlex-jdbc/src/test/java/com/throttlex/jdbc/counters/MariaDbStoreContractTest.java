package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.MariaDbServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MariaDbStoreContractTest extends CountersContract {
  private static MariaDbServer server;
  private static CounterSource source;

  @BeforeAll
  static void start() {
    server = MariaDbServer.start("--innodb-flush-log-at-trx-commit=2");
    source = CounterSource.open(server.newDatabase(), 8, PATIENCE);
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
