package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.store.StoreUnavailableException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that are committed together do not fail together, and their number is bounded. */
class GroupCommitTest {
  private static final String INSERT = "insert into numbers values (?)";

  @TempDir private Path folder;
  private final CountDownLatch gate = new CountDownLatch(1);
  private String url;
  private Connections connections;
  private GroupCommit<Session> group;

  @BeforeEach
  void open() throws Exception {
    url = "jdbc:sqlite:" + folder.resolve("group.db");
    Sql.run(url, "create table numbers (number bigint not null primary key)");
    connections = Connections.open("test", Dialect.SQLITE, Dialect.SQLITE.dataSource(url));
    group = new GroupCommit<>(connections, "test changes", session -> session);
  }

  @AfterEach
  void close() {
    gate.countDown();
    group.close();
    connections.close();
  }

  private CompletionStage<Integer> insert(int number) {
    return group.run("lane", 1, session -> session.update(INSERT, number));
  }

  /** Keeps the thread busy, so that the following changes wait together. */
  private CompletionStage<Boolean> block() {
    CountDownLatch running = new CountDownLatch(1);
    CompletionStage<Boolean> blocked =
        group.run(
            "lane",
            1,
            session -> {
              running.countDown();
              try {
                return gate.await(30, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                throw new SQLException(e);
              }
            });
    try {
      assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return blocked;
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void change_thatFails_failsNoOtherOfItsTransaction() throws Exception {
    block();
    CompletionStage<Integer> first = insert(1);
    CompletionStage<Integer> again = insert(1);
    CompletionStage<Integer> broken =
        group.run(
            "lane",
            1,
            session -> {
              session.update(INSERT, 3);
              throw new IllegalStateException("broken");
            });
    CompletionStage<Integer> last = insert(2);
    gate.countDown();

    assertThat(get(first)).isEqualTo(1);
    assertThat(get(last)).isEqualTo(1);
    assertThatThrownBy(() -> get(again)).hasCauseInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> get(broken)).hasCauseInstanceOf(IllegalStateException.class);
    assertThat(Sql.ask(url, "select number from numbers order by number"))
        .containsExactly("1", "2");
  }

  @Test
  void changes_beyondTheBound_areRefused() throws Exception {
    block();
    List<CompletableFuture<Integer>> waiting = new ArrayList<>();
    for (int i = 0; i < 4_096; i++) {
      waiting.add(insert(i).toCompletableFuture());
    }

    assertThatThrownBy(() -> get(insert(9_999)))
        .hasCauseInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("4096 changes wait (expected: room)");

    gate.countDown();
    for (CompletableFuture<Integer> each : waiting) {
      assertThat(get(each)).isEqualTo(1);
    }
  }

  @Test
  void change_afterClose_isRefused() {
    group.close();

    assertThatThrownBy(() -> get(insert(1))).hasCauseInstanceOf(StoreUnavailableException.class);
  }
}
