package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.join;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.Notes.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The tests of counters with the statements of MySQL, in addition to the contract of stores. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MySqlCountersContract
    implements CounterKeysContract,
        StormContract,
        DeadlockContract,
        StoreClockContract,
        SweepContract,
        CounterMigrationContract {
  private String url;
  private CounterSource source;

  @BeforeAll
  void start() {
    url = newDatabase();
    source = CounterSource.open(url, 8, PATIENCE);
    source.statements();
  }

  @AfterAll
  void stop() {
    source.close();
  }

  @Override
  public CounterSource source() {
    return source;
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public String deadlocks() {
    return "select count from information_schema.innodb_metrics where name = 'lock_deadlocks'";
  }

  @Test
  void notes_areWrittenIfTheyAreAsExpected() {
    try (JdbcStore store = store(() -> 1, "")) {
      JdbcNotes notes = new JdbcNotes(store);
      List<Boolean> written = new ArrayList<>();
      for (long expected : new long[] {1, 0, 0, 2, 1, -1}) {
        written.add(join(notes.write("n", expected, "after " + expected, PATIENCE)));
      }
      assertThat(written).containsExactly(false, true, false, false, true, true);
      assertThat(join(notes.read())).isEqualTo(Map.of("n", new Note(3, "after -1")));
    }
  }

  @Test
  void statements_returnNothing() {
    assertThat(source.statements().text("lock")).contains("values").doesNotContain("returning");
    assertThat(source.statements().text("replay-lock")).doesNotContain("returning");
  }
}
