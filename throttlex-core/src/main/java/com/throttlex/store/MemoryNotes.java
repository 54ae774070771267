package com.throttlex.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/** Notes in this process's memory. */
public final class MemoryNotes implements Notes {
  private record Kept(Note note, long ends) {}

  private final Map<String, Kept> notes = new HashMap<>();
  private final LongSupplier nanos;

  /** Notes that expire by that time, in nanoseconds. */
  public MemoryNotes(LongSupplier nanos) {
    this.nanos = nanos;
  }

  @Override
  public synchronized CompletionStage<Map<String, Note>> read() {
    forget();
    Map<String, Note> all = new HashMap<>();
    notes.forEach((name, kept) -> all.put(name, kept.note));
    return CompletableFuture.completedFuture(all);
  }

  @Override
  public synchronized CompletionStage<Boolean> write(
      String name, long expected, String text, Duration ttl) {
    forget();
    Kept kept = notes.get(name);
    long version = kept == null ? ABSENT : kept.note.version();
    boolean fits = expected == ANY || expected == version;
    if (fits) {
      long ends = nanos.getAsLong() + ttl.toNanos();
      notes.put(name, new Kept(new Note(version + 1, text), ends));
    }
    return CompletableFuture.completedFuture(fits);
  }

  private void forget() {
    long now = nanos.getAsLong();
    notes.values().removeIf(kept -> kept.ends <= now);
  }
}
