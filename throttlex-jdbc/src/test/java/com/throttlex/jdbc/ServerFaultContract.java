package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.tck.MachineTime;
import com.throttlex.tck.servers.SqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * The behaviour of an open database while its server is killed or paused; each test has its own
 * server.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerFaultContract {
  private static final int WRITERS = 4;
  private static final int ACKNOWLEDGED = 60;

  private final ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
  private final Semaphore acknowledgements = new Semaphore(0);
  private final AtomicInteger failures = new AtomicInteger();
  private volatile boolean done;
  private SqlServer server;

  abstract SqlServer start();

  @BeforeAll
  void startServer() {
    server = start();
  }

  @AfterAll
  void endServer() {
    server.close();
  }

  SqlServer server() {
    return server;
  }

  @Test
  @Timeout(120)
  void serverThatIsKilledUnderLoadLosesNothingAcknowledged_andTheOpenDatabaseGoesOn()
      throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    try (Database database = Database.open(server.newDatabase())) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        String prefix = i + "-";
        running.add(writers.submit(() -> write(database, prefix)));
      }
      for (int round = 0; round < 2; round++) {
        assertThat(acknowledgements.tryAcquire(ACKNOWLEDGED, 40, TimeUnit.SECONDS)).isTrue();
        server.kill();
        server.restart();
        acknowledgements.drainPermits();
      }
      assertThat(acknowledgements.tryAcquire(ACKNOWLEDGED, 40, TimeUnit.SECONDS)).isTrue();
      done = true;
      for (Future<?> writer : running) {
        writer.get(30, TimeUnit.SECONDS);
      }

      assertThat(failures).hasPositiveValue();
      SurvivalContract.assertThatAllIsThere(database, List.copyOf(acknowledged));
      SurvivalContract.assertThatNothingIsHalfThere(database);
    } finally {
      done = true;
      writers.shutdownNow();
    }
  }

  /** A change that has failed is not made again: it may be there. */
  private void write(Database database, String prefix) {
    for (int i = 0; !done; i++) {
      String name = prefix + i;
      try {
        database.rules().create(name, "{}", CHANGE);
        acknowledge("rule-created " + name);
        database.users().putTier(name, "pro", CHANGE);
        acknowledge("tier-set " + name);
      } catch (DatabaseException e) {
        failures.incrementAndGet();
      }
    }
  }

  private void acknowledge(String line) {
    acknowledged.add(line);
    acknowledgements.release();
  }

  @Test
  @Timeout(60)
  void serverThatStandsStillIsGivenUpWithinSeconds_andTheOpenDatabaseGoesOn() {
    try (Database database = Database.open(server.newDatabase())) {
      database.check();
      server.pause();
      try {
        double millis =
            MachineTime.of(
                () -> assertThatThrownBy(database::check).isInstanceOf(DatabaseException.class));
        assertThat(millis).isLessThan(15_000);
      } finally {
        server.resume();
      }
      database.check();
      assertThat(database.rules().create("r", "{}", CHANGE).version()).isEqualTo(1);
    }
  }
}
