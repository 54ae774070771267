package com.throttlex.jdbc.counters.faults;

import com.throttlex.tck.servers.SqlServer;
import java.time.Duration;

/** A server of their own for tests that do harm to it, as durable as it is by default. */
interface OwnServer {
  Duration LONG = Duration.ofSeconds(15);

  SqlServer server();

  /** The URL of an empty database. */
  default String newDatabase() {
    return server().newDatabase();
  }
}
