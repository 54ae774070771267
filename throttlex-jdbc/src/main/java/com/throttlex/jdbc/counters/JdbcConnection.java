package com.throttlex.jdbc.counters;

import com.throttlex.provider.StoreConnection;
import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.UUID;

/** The counters, notes and heartbeats that nodes share in one database. */
record JdbcConnection(String kind, JdbcStore counters, Duration timeout, SqlLiveNodes heartbeat)
    implements StoreConnection {
  JdbcConnection(String kind, JdbcStore counters, Duration timeout) {
    this(kind, counters, timeout, new SqlLiveNodes(counters, UUID.randomUUID().toString()));
  }

  @Override
  public String name() {
    return "the database";
  }

  @Override
  public String address() {
    return counters.toString();
  }

  @Override
  public Notes notes() {
    return new JdbcNotes(counters);
  }

  @Override
  public boolean isPreparing() {
    return counters.isMigrating();
  }
}
