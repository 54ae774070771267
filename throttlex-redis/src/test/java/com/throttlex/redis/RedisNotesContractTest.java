package com.throttlex.redis;

import static com.throttlex.redis.QueueLab.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.Notes;
import com.throttlex.store.Notes.Note;
import com.throttlex.tck.NotesContract;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisNotesContractTest extends NotesContract {
  @RegisterExtension static final EmptyRedis REDIS = new EmptyRedis();

  @Override
  protected Notes createNotes(ManualClock clock) {
    REDIS.server().command("FLUSHALL");
    return new RedisNotes(REDIS.connection(), clock::nanos);
  }

  @Override
  protected void cutConnections() {
    REDIS.server().command("CLIENT", "KILL", "TYPE", "normal");
  }

  @Test
  void notes_onTheClockOfRedis_endAndAreForgottenWithIt() {
    Notes notes = new RedisNotes(REDIS.connection());
    get(notes.write("gone", 0, "text", Duration.ofMillis(-1)));
    get(notes.write("n", 0, "text", Duration.ofHours(2)));
    assertThat(get(notes.read())).isEqualTo(Map.of("n", new Note(1, "text")));
    for (String key : new String[] {"throttlex:{notes}", "throttlex:{notes}:ends"}) {
      assertThat((Long) REDIS.server().command("PTTL", key))
          .as("milliseconds that %s lives", key)
          .isBetween(Duration.ofHours(25).toMillis(), Duration.ofHours(26).toMillis());
    }
  }

  @Test
  void version_ofANote_isForgottenADayAfterItsEnd() {
    ManualClock clock = new ManualClock();
    Notes notes = createNotes(clock);
    get(notes.write("n", 0, "first", Duration.ofMinutes(1)));
    clock.advance(Duration.ofDays(1).plusMinutes(1));
    get(notes.write("other", 0, "text", Duration.ofMinutes(1)));
    assertThat(REDIS.server().command("HLEN", "throttlex:{notes}")).isEqualTo(1L);
    assertThat(REDIS.server().command("ZCARD", "throttlex:{notes}:ends")).isEqualTo(1L);
  }
}
