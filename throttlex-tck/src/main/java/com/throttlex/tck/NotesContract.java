package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.Notes;
import com.throttlex.store.Notes.Note;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of all notes, as tests.
 *
 * <p>A test of notes extends this class and creates notes that use a {@link ManualClock}.
 */
public abstract class NotesContract {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final ManualClock clock = new ManualClock();
  private Notes notes;

  /** Creates empty notes that use the given clock. */
  protected abstract Notes createNotes(ManualClock clock);

  /** Cuts all connections to the store of the notes, so that new ones are needed. */
  protected abstract void cutConnections();

  @BeforeEach
  void open() {
    notes = createNotes(clock);
  }

  private boolean write(String name, long expected, String text) {
    return get(notes.write(name, expected, text, MINUTE));
  }

  private Map<String, Note> read() {
    return get(notes.read());
  }

  private static <T> T get(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException | TimeoutException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void note_wantedBy16Writers_isCreatedOnce() {
    for (int round = 1; round <= 5; round++) {
      String name = "round-" + round;
      List<Boolean> written = Together.run(16, thread -> write(name, 0, "writer " + thread));
      assertThat(written).containsOnlyOnce(true);
      assertThat(read())
          .hasSize(round)
          .containsEntry(name, new Note(1, "writer " + written.indexOf(true)));
    }
  }

  @Test
  void count_incrementedByEightThreads_losesNoUpdate() {
    Together.run(8, thread -> increment(50));
    assertThat(read()).containsExactly(Map.entry("count", new Note(400, "400")));
  }

  /** Adds one that many times, with retries; returns the number of writes. */
  private int increment(int times) {
    int writes = 0;
    for (int done = 0; done < times; writes++) {
      Note found = read().get("count");
      long version = found == null ? 0 : found.version();
      long value = found == null ? 0 : Long.parseLong(found.text());
      done += write("count", version, Long.toString(value + 1)) ? 1 : 0;
    }
    return writes;
  }

  @Test
  void note_ofAnotherVersion_isNotReplaced() {
    assertThat(write("n", 0, "first")).isTrue();
    for (long wrong : new long[] {0, 2, 3, Long.MAX_VALUE}) {
      assertThat(write("n", wrong, "wrong")).as("version %s", wrong).isFalse();
    }
    assertThat(write("n", 1, "second")).isTrue();
    assertThat(write("n", 1, "late")).isFalse();
    assertThat(read()).containsExactly(Map.entry("n", new Note(2, "second")));
  }

  @Test
  void note_writtenWhateverItIs_isAddedOrReplaced() {
    for (int version = 1; version <= 3; version++) {
      assertThat(write("n", -1, "text " + version)).isTrue();
      assertThat(read()).containsExactly(Map.entry("n", new Note(version, "text " + version)));
    }
  }

  @Test
  void name_thatIsUnknown_hasNoNoteToReplace() {
    assertThat(read()).isEmpty();
    assertThat(write("n", 1, "text")).isFalse();
    assertThat(read()).isEmpty();
  }

  @Test
  void note_afterItsTime_isNotThere() {
    write("short", 0, "text");
    get(notes.write("long", 0, "text", MINUTE.multipliedBy(2)));
    clock.advance(MINUTE.minusMillis(1));
    assertThat(read()).containsOnlyKeys("short", "long");
    clock.advance(Duration.ofMillis(1));
    assertThat(read()).containsOnlyKeys("long");
    assertThat(write("short", 1, "late")).isFalse();
    assertThat(write("short", 0, "new")).isTrue();
    assertThat(read()).containsEntry("short", new Note(2, "new"));
    assertThat(write("short", 1, "later")).as("who has read the one before").isFalse();
  }

  @Test
  void note_writtenAgain_livesOnFromThen() {
    write("n", 0, "first");
    clock.advance(MINUTE.dividedBy(2));
    write("n", 1, "second");
    clock.advance(MINUTE.minusMillis(1));
    assertThat(read()).containsOnlyKeys("n");
    clock.advance(Duration.ofMillis(1));
    assertThat(read()).isEmpty();
  }

  @Test
  void note_ofNoTime_endsAtOnce() {
    write("n", 0, "text");
    assertThat(get(notes.write("n", 1, "", Duration.ZERO))).isTrue();
    assertThat(read()).isEmpty();
    assertThat(write("n", 0, "new")).isTrue();
  }

  @Test
  void texts_longAndOfAllScripts_areReadAsTheyWereWritten() {
    String odd = "ä€漢\uD83D\uDE00 {}\"'\\%s\n\t\u0001";
    String large = odd.repeat(64 * 1024 / odd.length());
    List<String> names = List.of("plain", "two words", odd, "{a}:b*", "N".repeat(300), "PLAIN");
    for (String name : names) {
      assertThat(write(name, 0, name + large)).isTrue();
    }
    write("empty", 0, "");
    assertThat(read()).hasSize(names.size() + 1).containsEntry("empty", new Note(1, ""));
    names.forEach(name -> assertThat(read().get(name)).isEqualTo(new Note(1, name + large)));
  }

  @Test
  void notes_afterTheConnectionsWereCut_areThereAndWritten() {
    write("n", 0, "before");
    cutConnections();
    assertThat(soon(notes::read)).containsExactly(Map.entry("n", new Note(1, "before")));
    assertThat(soon(() -> notes.write("n", -1, "after", MINUTE))).isTrue();
    assertThat(soon(notes::read).values()).extracting(Note::text).containsExactly("after");
  }

  /** Retries after each failure, because a call in flight fails when the connection is cut. */
  private static <T> T soon(Supplier<CompletionStage<T>> question) {
    return Await.answer(
        "an answer after the cut",
        () -> get(question.get().handle((answer, failure) -> Optional.ofNullable(answer))));
  }
}
