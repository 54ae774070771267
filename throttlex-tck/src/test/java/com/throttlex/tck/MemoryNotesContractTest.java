package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.MemoryNotes;
import com.throttlex.store.Notes;
import com.throttlex.store.Notes.Note;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryNotesContractTest extends NotesContract {
  @Override
  protected Notes createNotes(ManualClock clock) {
    return new MemoryNotes(clock::nanos);
  }

  /** There are no connections. */
  @Override
  protected void cutConnections() {}

  @Test
  void version_ofANote_isForgottenADayAfterItsEnd() {
    ManualClock clock = new ManualClock();
    Notes notes = createNotes(clock);
    notes.write("n", 0, "first", Duration.ofMinutes(1));
    clock.advance(Duration.ofDays(1).plusMinutes(1));
    notes.write("n", 0, "new", Duration.ofMinutes(1));
    assertThat(notes.read().toCompletableFuture().join())
        .isEqualTo(Map.of("n", new Note(1, "new")));
  }
}
