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
    audit("key-reset", key, actor);
    return throttlex.reset(key);
  }

  /** Audits, then lifts the block of a key; returns false if it had neither block nor strikes. */
  public boolean liftBlock(String key, String actor) {
    audit("key-unblock", key, actor);
    return throttlex.liftBlock(key);
  }

  private void audit(String action, String key, String actor) {
    trail.accept(List.of(new AuditEntry(time.now(), actor, action, key, userOf(key), "")));
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
