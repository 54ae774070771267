package com.throttlex.redis;

import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequests;
import com.throttlex.tck.StoredRequestsContract;
import com.throttlex.test.ManualClock;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisStoredContractTest extends StoredRequestsContract {
  @RegisterExtension static final EmptyRedis REDIS = new EmptyRedis();

  @Override
  protected StoredRequests createStore(StoredLimits limits, ManualClock clock) {
    REDIS.server().command("FLUSHALL");
    return new RedisStoredRequests(REDIS.connection(), limits, clock);
  }

  @Override
  protected OverflowQueue deadLetters(ManualClock clock) {
    return new RedisQueue(REDIS.connection(), QueueLimits.DEFAULT, clock);
  }
}
