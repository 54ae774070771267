package com.throttlex.redis;

import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.tck.QueueContract;
import com.throttlex.tck.servers.RedisCluster;
import com.throttlex.test.ManualClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisClusterQueueContractTest extends QueueContract {
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
  protected OverflowQueue createQueue(QueueLimits limits, ManualClock clock) {
    cluster.flush();
    return new RedisQueue(redis, limits, clock);
  }
}
