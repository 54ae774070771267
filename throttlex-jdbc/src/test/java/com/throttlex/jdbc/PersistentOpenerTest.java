package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.tck.Await;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Attempts to connect while a database fails, by their number. */
class PersistentOpenerTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Connection CONNECTION =
      (Connection)
          Proxy.newProxyInstance(
              Connection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> null);

  private final AtomicInteger attempts = new AtomicInteger();
  private int failing = Integer.MAX_VALUE;

  private Connection connect() throws SQLException {
    if (attempts.incrementAndGet() <= failing) {
      throw new SQLException("refused " + attempts, "08001");
    }
    return CONNECTION;
  }

  private PersistentOpener opener(Duration pause) {
    return new PersistentOpener(new ConnectionSource(this::connect), pause);
  }

  @Test
  void connection_ofADatabaseThatFailsOften_isOpenedByOneCall() throws SQLException {
    failing = 1_000;
    try (PersistentOpener opener = opener(Duration.ZERO)) {
      assertThat(opener.open()).isSameAs(CONNECTION);

      assertThat(attempts).hasValue(1_001);
      assertThat(opener.failure()).isEmpty();
    }
  }

  @Test
  void connection_withoutTimeForARetry_isTriedOnce() {
    try (PersistentOpener opener = opener(HOUR)) {
      assertThatThrownBy(() -> opener.open(Duration.ZERO)).hasMessage("refused 1");
      assertThat(attempts).hasValue(1);
    }
  }

  @Test
  void retries_endWhenTheOpenerIsClosed_withTheLastFailure() {
    PersistentOpener opener = opener(HOUR);
    CompletableFuture<Connection> opening = CompletableFuture.supplyAsync(() -> open(opener));
    Await.until("a failure", () -> opener.failure().isPresent());
    opener.close();

    assertThatThrownBy(opening::join).hasRootCauseMessage("refused 1");
    assertThat(attempts).hasValue(1);
  }

  @Test
  void retries_endWhenTheThreadIsInterrupted_andItStaysSo() {
    try (PersistentOpener opener = opener(HOUR)) {
      Thread.currentThread().interrupt();

      assertThatThrownBy(opener::open).hasMessage("refused 1");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private static Connection open(PersistentOpener opener) {
    try {
      return opener.open();
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }
}
