package com.throttlex.shared.faults;

import com.throttlex.tck.servers.StoreServer;
import java.time.Duration;

/** A real server of counters that tests kill, stop and break. */
public interface FaultFixture {
  Duration LONG = Duration.ofSeconds(60);

  /** Returns the server, which no other class uses. */
  StoreServer server();

  /** Returns the URL of an empty store on the server. */
  String newStore();

  /** Returns whether counters survive a kill of the server. */
  boolean keepsCounters();

  /** Returns how long it may take under load until the circuit opens after a kill. */
  Duration opensWithin();
}
