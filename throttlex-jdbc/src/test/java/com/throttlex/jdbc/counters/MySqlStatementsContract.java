package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.join;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.Notes.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tests of the statements that MySQL's driver gets. */
interface MySqlStatementsContract extends CounterFixture {
  @Test
  default void notes_areWrittenIfTheyAreAsExpected() {
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
  default void statements_returnNothing() {
    assertThat(source().statements().text("lock")).contains("values").doesNotContain("returning");
    assertThat(source().statements().text("replay-lock")).doesNotContain("returning");
  }
}
