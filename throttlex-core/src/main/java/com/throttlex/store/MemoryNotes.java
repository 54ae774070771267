package com.throttlex.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Notes in the memory of this process, for a single node. */
public final class MemoryNotes implements Notes {
  private static final long REMEMBERED_NANOS = TimeUnit.DAYS.toNanos(1);

  private final LongSupplier nanos;
  private final Map<String, Kept> notes = new HashMap<>();

  private record Kept(Note note, long endsAt) {}

  /** Creates notes that use the given clock, in nanoseconds since any moment. */
  public MemoryNotes(LongSupplier nanos) {
    this.nanos = nanos;
  }

  @Override
  public synchronized CompletionStage<Map<String, Note>> read() {
    long now = nanos.getAsLong();
    Map<String, Note> found = new HashMap<>();
    notes.forEach(
        (name, kept) -> {
          if (kept.endsAt > now) {
            found.put(name, kept.note);
          }
        });
    return CompletableFuture.completedFuture(Map.copyOf(found));
  }

  @Override
  public synchronized CompletionStage<Boolean> write(
      String name, long expected, String text, Duration ttl) {
    long now = nanos.getAsLong();
    notes.values().removeIf(kept -> kept.endsAt + REMEMBERED_NANOS <= now);
    Kept known = notes.get(name);
    long version = known == null ? 0 : known.note.version();
    long there = known == null || known.endsAt <= now ? ABSENT : version;
    boolean writes = expected == ANY || expected == there;
    if (writes) {
      notes.put(name, new Kept(new Note(version + 1, text), now + ttl.toNanos()));
    }
    return CompletableFuture.completedFuture(writes);
  }
}
