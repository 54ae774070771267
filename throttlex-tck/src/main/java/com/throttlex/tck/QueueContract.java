package com.throttlex.tck;

import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.test.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/**
 * The contract of every overflow queue, as tests.
 *
 * <p>A queue's test extends this class and creates a queue that uses a {@link ManualClock}.
 */
public abstract class QueueContract
    implements QueueDeliveryContract, QueueBoundsContract, QueueEndingContract {
  private final ManualClock clock = new ManualClock();
  private final List<OverflowQueue> opened = new ArrayList<>();

  /** Creates an empty queue that uses the given clock; the test closes it. */
  protected abstract OverflowQueue createQueue(QueueLimits limits, ManualClock clock);

  @Override
  public final OverflowQueue open(QueueLimits limits) {
    OverflowQueue queue = createQueue(limits, clock);
    opened.add(queue);
    return queue;
  }

  @Override
  public final ManualClock clock() {
    return clock;
  }

  @AfterEach
  void closeQueues() {
    opened.forEach(OverflowQueue::close);
  }
}
