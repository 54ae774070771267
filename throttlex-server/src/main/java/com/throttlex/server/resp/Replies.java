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
 * The replies of one connection, in the order of its commands.
 *
 * <p>A reply that is ready is written at once: to the output, or behind an earlier reply that is
 * still awaited. Only the connection's event loop uses it; the store's threads only call {@code
 * arrived}.
 */
final class Replies {
  private static final int SMALL = 64;
  private static final int MAX_AWAITED = 1024;
  private static final int MAX_BEHIND = 64 * 1024;

  private final ArrayDeque<Late<?>> late = new ArrayDeque<>(0);
  private final RespWriter out;
  private final Runnable arrived;

  /** The bytes behind all awaited replies except the last. */
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
   * Creates replies that go to the output.
   *
   * @param arrived called on any thread when an awaited answer has come
   */
  Replies(RespWriter out, Runnable arrived) {
    this.out = out;
    this.arrived = arrived;
  }

  /** Returns the writer for a reply that is ready. */
  RespWriter ready() {
    return late.isEmpty() ? out : late.getLast().after;
  }

  /**
   * Writes an answer when it has come and its turn is reached.
   *
   * @param undelivered receives the answer if it is not written before {@link #clear}; null if it
   *     may be dropped
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

  /** Writes all answers that are ready. */
  void writeArrived() {
    while (!late.isEmpty() && late.getFirst().answer.isDone()) {
      Late<?> first = late.removeFirst();
      first.writeTo(out);
      behind -= late.isEmpty() ? 0 : first.after.size();
    }
  }

  /** Returns whether replies are awaited. */
  boolean awaiting() {
    return !late.isEmpty();
  }

  /** Returns whether so many replies are awaited that no more commands should run. */
  boolean full() {
    return !late.isEmpty()
        && (late.size() >= MAX_AWAITED || behind + late.getLast().after.size() > MAX_BEHIND);
  }

  /** Drops the awaited replies, because the client has disconnected. */
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
