package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresStoreContractTest extends CountersContract {
  private static PostgresServer server;
  private static CounterSource source;

  @BeforeAll
  static void start() {
    server = PostgresServer.start("-c", "synchronous_commit=off");
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
