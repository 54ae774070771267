package com.throttlex.shared.faults;

import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.Verdicts;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** A store that counts the requests for a subject that it got and did not answer. */
public final class UnansweredStore extends ForwardingStore implements BatchStore {
  private final BatchStore store;
  private final Key key;
  private final AtomicLong unanswered = new AtomicLong();

  /** Counts the requests for a subject. */
  public UnansweredStore(BatchStore store, String subject) {
    super(store);
    this.store = store;
    key = Node.key(subject);
  }

  /** Returns how many requests for the subject were not answered; each may have been charged. */
  public long unanswered() {
    return unanswered.get();
  }

  @Override
  public CompletionStage<Void> decideAll(List<Verdicts> requests) {
    long here = requests.stream().filter(this::isOfSubject).count();
    unanswered.addAndGet(here);
    return store
        .decideAll(requests)
        .whenComplete((done, failure) -> unanswered.addAndGet(failure == null ? -here : 0));
  }

  private boolean isOfSubject(Verdicts request) {
    Key asked = request.get(0).charge().key();
    return asked.hi() == key.hi() && asked.lo(0) == key.lo(0);
  }

  @Override
  public void afterReading(Runnable work) {
    store.afterReading(work);
  }
}
