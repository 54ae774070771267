package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.SqlServer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A database survives the faults of its PostgreSQL server, and so do its notices. */
class PostgresFaultTest extends ServerFaultContract {
  @Override
  SqlServer start() {
    return PostgresServer.start();
  }

  @Test
  @Timeout(60)
  void noticesGoOn_whenTheServerWasKilled() throws Exception {
    Semaphore told = new Semaphore(0);
    String url = server().newDatabase();
    try (Database database = Database.open(url)) {
      database.onRuleChange(told::release);
      assertThat(told.tryAcquire(20, TimeUnit.SECONDS)).as("told once it listens").isTrue();
      server().restart();
      assertThat(told.tryAcquire(20, TimeUnit.SECONDS)).as("told as it listens again").isTrue();
      try (Database other = Database.open(url)) {
        other.rules().create("r", "{}", CHANGE);
        assertThat(told.tryAcquire(20, TimeUnit.SECONDS)).as("told of the change").isTrue();
      }
    }
  }
}
