package com.throttlex.redis;

import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.tck.QueueContract;
import com.throttlex.test.ManualClock;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisQueueContractTest extends QueueContract {
  @RegisterExtension static final EmptyRedis REDIS = new EmptyRedis();

  @Override
  protected OverflowQueue createQueue(QueueLimits limits, ManualClock clock) {
    REDIS.server().command("FLUSHALL");
    return new RedisQueue(REDIS.connection(), limits, clock);
  }
}
