package com.throttlex.jdbc.counters.faults;

import com.throttlex.tck.servers.SqlServer;
import java.time.Duration;

/** A separate server for tests that damage it, with its default durability. */
interface OwnServer {
  Duration LONG = Duration.ofSeconds(15);

  SqlServer server();

  /** Returns the URL of an empty database. */
  default String newDatabase() {
    return server().newDatabase();
  }
}
