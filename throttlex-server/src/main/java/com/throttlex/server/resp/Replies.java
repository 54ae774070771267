package com.throttlex.server.resp;

import java.util.ArrayDeque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The replies of one connection, kept in the order of its commands.
 *
 * <p>A reply that is ready is written at once: to the output, or while an earlier one is still
 * awaited behind that. Used by the connection's event loop only; the store's threads do no more
 * than call {@code arrived}.
 */
final class Replies {
  private static final int SMALL = 64;
  private static final int MAX_AWAITED = 1024;
  private static final int MAX_BEHIND = 64 * 1024;

  private final ArrayDeque<Late<?>> late = new ArrayDeque<>(0);
  private final RespWriter out;
  private final Runnable arrived;

  /** The bytes behind all awaited replies but the last. */
  private int behind;

  private record Late<T>(
      CompletableFuture<T> answer,
      BiConsumer<RespWriter, T> form,
      @Nullable Consumer<T> undelivered,
      RespWriter after) {
    void drop() {
      if (undelivered != null) {
        var unused = answer.thenAccept(undelivered);
      }
    }

    void writeTo(RespWriter out) {
      write(out, answer, form);
      out.append(after);
    }
  }

  /**
   * Replies that go to the output.
   *
   * @param arrived called on any thread when an awaited answer is there
   */
  Replies(RespWriter out, Runnable arrived) {
    this.out = out;
    this.arrived = arrived;
  }

  /** Where a reply that is ready is to be written. */
  RespWriter ready() {
    return late.isEmpty() ? out : late.getLast().after;
  }

  /**
   * Writes an answer when it is there and its turn has come.
   *
   * @param undelivered takes the answer if it is not written before {@link #clear}; null when that
   *     does not matter
   */
  <T> void add(
      CompletionStage<T> stage, BiConsumer<RespWriter, T> form, @Nullable Consumer<T> undelivered) {
    CompletableFuture<T> answer = stage.toCompletableFuture();
    if (answer.isDone() && (undelivered == null || late.isEmpty())) {
      write(ready(), answer, form);
    } else {
      behind += late.isEmpty() ? 0 : late.getLast().after.size();
      late.add(new Late<>(answer, form, undelivered, new RespWriter(SMALL)));
      CompletableFuture<T> unused = answer.whenComplete((value, failure) -> arrived.run());
    }
  }

  /** Writes what has become ready. */
  void writeArrived() {
    while (!late.isEmpty() && late.getFirst().answer.isDone()) {
      Late<?> first = late.removeFirst();
      first.writeTo(out);
      behind -= late.isEmpty() ? 0 : first.after.size();
    }
  }

  /** Whether replies are awaited. */
  boolean awaiting() {
    return !late.isEmpty();
  }

  /** Whether so much is awaited that no more commands should be run. */
  boolean full() {
    return !late.isEmpty()
        && (late.size() >= MAX_AWAITED || behind + late.getLast().after.size() > MAX_BEHIND);
  }

  /** Drops the replies that are awaited: the client is gone. */
  void clear() {
    late.forEach(Late::drop);
    late.clear();
  }

  private static <T> void write(
      RespWriter out, CompletableFuture<T> answer, BiConsumer<RespWriter, T> form) {
    T value;
    try {
      value = answer.join();
    } catch (CompletionException | CancellationException e) {
      out.error("UNAVAILABLE", "rate limits are temporarily unavailable");
      return;
    }
    form.accept(out, value);
  }
}
