package com.throttlex.server.access;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.jdbc.AuditEntry;
import com.throttlex.key.KeyText;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Resets counters for administrators, and writes each reset to the audit trail. */
public final class CounterResets {
  private static final String USER = "user=";

  private final ThrottleX throttlex;
  private final Consumer<List<AuditEntry>> trail;
  private final TimeSource time;

  /** Resets counters of an engine; the trail must store an entry before it returns. */
  public CounterResets(ThrottleX throttlex, Consumer<List<AuditEntry>> trail, TimeSource time) {
    this.throttlex = throttlex;
    this.trail = trail;
    this.time = time;
  }

  /** Audits, then resets the counters of a key; returns false if there were none. */
  public boolean reset(String key, String actor) {
    trail.accept(List.of(new AuditEntry(time.now(), actor, "key-reset", key, userOf(key), "")));
    return throttlex.reset(key);
  }

  private static @Nullable String userOf(String key) {
    for (String field : key.split("\\|", -1)) {
      if (field.startsWith(USER)) {
        return KeyText.unescape(field.substring(USER.length()));
      }
    }
    return null;
  }
}
