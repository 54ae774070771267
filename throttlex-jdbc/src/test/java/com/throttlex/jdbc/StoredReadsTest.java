package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequest;
import com.throttlex.queue.StoredRequests;
import com.throttlex.queue.StoredState.Stage;
import com.throttlex.test.ManualClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads of stored requests do not disturb changes, and expired answers are removed. */
class StoredReadsTest {
  private static final Duration VISIBILITY = Duration.ofSeconds(10);

  @TempDir private Path folder;
  private final ManualClock clock = new ManualClock();
  private String url;
  private Database database;
  private StoredRequests store;

  @BeforeEach
  void open() throws Exception {
    url = "jdbc:sqlite:" + folder.resolve("stored.db");
    database = Database.open(url);
    store = database.storedRequests(StoredLimits.DEFAULT, clock);
    get(store.store(new StoredRequest("s", "t", "aa", "{}", new byte[1]), Duration.ZERO));
    assertThat(get(store.take("s", "n1", 1, VISIBILITY)).deliveries()).hasSize(1);
  }

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void changes_duringAFloodOfReads_areNotRefused() throws Exception {
    CompletionStage<Boolean> held;
    try (Connection other = Dialect.SQLITE.dataSource(url).getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.executeUpdate("update throttlex_stored set attempts = attempts"); // others wait
      for (int i = 0; i < 5_000; i++) {
        var unused = store.find("s", "t");
      }
      held = store.hold("s", "t", "n1", VISIBILITY);
      other.rollback();
    }

    assertThat(get(held)).isTrue();
    assertThat(get(store.find("s", "t")).orElseThrow().stage()).isEqualTo(Stage.SENT);
  }

  @Test
  void expiredAnswers_whileNothingIsStored_areRemoved() throws Exception {
    assertThat(get(store.finish("s", "t", "n1", new byte[9], new byte[1]))).isTrue();
    clock.advance(StoredLimits.DEFAULT.kept());

    get(store.take("s", "n1", 1, VISIBILITY));

    assertThat(Sql.ask(url, "select ticket from throttlex_stored")).isEmpty();
  }
}
