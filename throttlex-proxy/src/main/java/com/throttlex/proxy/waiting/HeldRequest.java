package com.throttlex.proxy.waiting;

import com.throttlex.Decision;
import com.throttlex.QueueKey;
import com.throttlex.request.RequestContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One request that may have to wait, and its answer. */
final class HeldRequest {
  final RequestContext request;

  /** The decision to act on. A client that leaves cancels it. */
  final CompletableFuture<Decision> answer = new CompletableFuture<>();

  /** The time of its arrival. */
  final long since;

  /** Takes the nanoseconds of its wait, before its answer is complete. */
  final LongConsumer waited;

  /** Its keys under rules that queue; empty until it has to wait. */
  List<QueueKey> keys = List.of();

  /** The line in which it waits; null before and after. */
  @Nullable Line line;

  /** Its place in the line: the number of requests that entered the line before it. */
  long place;

  /** Its admission, while it waits for the delay of it. */
  @Nullable Decision admission;

  /** Cancels the end of its wait. */
  Runnable timer = () -> {};

  /** Whether its time is over; its next denial is its answer. */
  volatile boolean last;

  HeldRequest(RequestContext request, long since, LongConsumer waited) {
    this.request = request;
    this.since = since;
    this.waited = waited;
  }

  /** Returns its key with that text, or null if it has none. */
  @Nullable QueueKey key(@Nullable String text) {
    for (QueueKey key : keys) {
      if (key.text().equals(text)) {
        return key;
      }
    }
    return null;
  }
}
