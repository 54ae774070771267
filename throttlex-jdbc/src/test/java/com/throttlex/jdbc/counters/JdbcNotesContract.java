package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.join;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.Notes;
import com.throttlex.store.Notes.Note;
import com.throttlex.tck.NotesContract;
import com.throttlex.tck.Together;
import com.throttlex.tck.servers.Sql;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The contract of notes, for notes in one database, and tests of their deletion. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JdbcNotesContract extends NotesContract {
  private static final Duration PATIENCE = CounterFixture.PATIENCE;

  private final List<JdbcStore> stores = new ArrayList<>();

  private String url;
  private CounterSource source;

  /** Returns the URL of an empty database. */
  abstract String newDatabase();

  @BeforeAll
  void start() {
    url = newDatabase();
    source = CounterSource.open(url, 8, PATIENCE);
  }

  @AfterAll
  void stop() {
    source.close();
  }

  final CounterSource source() {
    return source;
  }

  final String url() {
    return url;
  }

  /** Returns a query for the number of deadlocks that the server has seen. */
  abstract String deadlocks();

  @Override
  protected Notes createNotes(ManualClock clock) {
    return new JdbcNotes(store(clock));
  }

  private JdbcStore store(ManualClock clock) {
    source().statements();
    Sql.run(url(), "delete from throttlex_note");
    JdbcStore store = JdbcStore.withTime(source(), PATIENCE, clock::nanos, "");
    stores.add(store);
    return store;
  }

  @AfterEach
  void close() {
    stores.forEach(JdbcStore::close);
    stores.clear();
  }

  @Test
  void notes_onTheDatabasesClock_endByIt() {
    try (JdbcStore store = JdbcStore.open(url(), PATIENCE)) {
      Notes notes = new JdbcNotes(store);
      join(notes.write("gone", -1, "text", Duration.ofMillis(-1)));
      join(notes.write("n", -1, "text", Duration.ofHours(2)));
      assertThat(join(notes.read())).isEqualTo(Map.of("n", new Note(1, "text")));
    }
  }

  @Test
  void notes_aDayAfterTheirEnd_areSwept() {
    ManualClock clock = new ManualClock();
    JdbcStore store = store(clock);
    Notes notes = new JdbcNotes(store);
    join(notes.write("old", 0, "text", Duration.ofMinutes(1)));
    join(notes.write("young", 0, "text", Duration.ofMinutes(2)));
    clock.advance(Duration.ofDays(1).plusMinutes(1).plusNanos(1));
    SweepLab.sweepAll(store);
    assertThat(Sql.number(url(), "select count(*) from throttlex_note")).isEqualTo(1);
    join(notes.write("young", 0, "again", Duration.ofMinutes(2)));
    assertThat(join(notes.read())).isEqualTo(Map.of("young", new Note(2, "again")));
  }

  @Test
  void writers_ofFewNames_meetInNoDeadlock() {
    long before = Sql.number(url(), deadlocks());
    Notes notes = createNotes(new ManualClock());
    Together.sum(
        8,
        thread -> {
          for (int i = 0; i < 40; i++) {
            String name = "n" + (thread + i) % 3;
            join(notes.write(name, i % 3 - 1, "text", Duration.ofMillis(i % 2)));
          }
          return 0L;
        });
    assertThat(Sql.number(url(), deadlocks())).isEqualTo(before);
  }
}
