package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequests;
import com.throttlex.test.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** The contract of stored requests: order in lanes, one consumer at a time, ends and bounds. */
public abstract class StoredRequestsContract
    implements StoredDeliveryContract, StoredEndingContract, StoredBoundsContract {
  private final ManualClock clock = new ManualClock();
  private final List<AutoCloseable> opened = new ArrayList<>();

  /** Creates an empty store that uses the given clock; the test closes it. */
  protected abstract StoredRequests createStore(StoredLimits limits, ManualClock clock);

  /** Returns the queues that have the dead letters of the store; the test closes them. */
  protected abstract OverflowQueue deadLetters(ManualClock clock);

  @Override
  public final StoredRequests open(StoredLimits limits) {
    StoredRequests store = createStore(limits, clock);
    opened.add(store);
    return store;
  }

  @Override
  public final ManualClock clock() {
    return clock;
  }

  @Override
  public final List<DeadLetter> letters() {
    OverflowQueue queue = deadLetters(clock);
    opened.add(queue);
    List<DeadLetter> found = StoredFixture.get(queue.deadLetters("s", 100));
    assertThat(StoredFixture.get(queue.status("s")).dead()).isEqualTo(found.size());
    return found;
  }

  @AfterEach
  void closeStores() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }
}
