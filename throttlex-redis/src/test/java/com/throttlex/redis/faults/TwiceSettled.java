package com.throttlex.redis.faults;

import com.throttlex.store.ForwardingStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A store that gets every settlement twice at once, and all of them again later. */
final class TwiceSettled extends ForwardingStore {
  private record SentSettlement(String reservation, long cost, long now) {}

  private final Queue<SentSettlement> sent = new ConcurrentLinkedQueue<>();
  private final Queue<Settlement> answers = new ConcurrentLinkedQueue<>();

  TwiceSettled(Store store) {
    super(store);
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    sent.add(new SentSettlement(reservation, cost, now));
    CompletionStage<Settlement> first = super.settle(reservation, cost, now);
    CompletionStage<Settlement> second = super.settle(reservation, cost, now);
    return first.thenCombine(
        second,
        (once, again) -> {
          answers.add(again);
          return once;
        });
  }

  /** Sends all settlements again, each with no unit used; returns how many there were. */
  int tellAgain() {
    for (SentSettlement settlement : sent) {
      answers.add(
          super.settle(settlement.reservation, 0, settlement.now).toCompletableFuture().join());
    }
    return sent.size();
  }

  /** Returns the answers to the repeated settlements. */
  Queue<Settlement> answers() {
    return answers;
  }
}
