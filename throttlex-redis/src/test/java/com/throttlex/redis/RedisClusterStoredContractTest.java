package com.throttlex.redis;

import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequests;
import com.throttlex.tck.StoredRequestsContract;
import com.throttlex.tck.servers.RedisCluster;
import com.throttlex.test.ManualClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisClusterStoredContractTest extends StoredRequestsContract {
  private static RedisCluster cluster;
  private static Redis redis;

  @BeforeAll
  static void start() {
    cluster = RedisCluster.start(3);
    redis = QueueLab.connect(cluster.url());
  }

  @AfterAll
  static void stop() {
    redis.close();
    cluster.close();
  }

  @Override
  protected StoredRequests createStore(StoredLimits limits, ManualClock clock) {
    cluster.flush();
    return new RedisStoredRequests(redis, limits, clock);
  }

  @Override
  protected OverflowQueue deadLetters(ManualClock clock) {
    return new RedisQueue(redis, QueueLimits.DEFAULT, clock);
  }
}
