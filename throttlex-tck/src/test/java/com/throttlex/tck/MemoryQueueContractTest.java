package com.throttlex.tck;

import com.throttlex.queue.MemoryQueue;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.test.ManualClock;

class MemoryQueueContractTest extends QueueContract {
  @Override
  protected OverflowQueue createQueue(QueueLimits limits, ManualClock clock) {
    return new MemoryQueue(limits, clock);
  }
}
