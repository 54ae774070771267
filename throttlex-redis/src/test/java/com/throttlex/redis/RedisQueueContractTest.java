package com.throttlex.redis;

import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.tck.QueueContract;
import com.throttlex.tck.servers.RedisServer;
import com.throttlex.test.ManualClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisQueueContractTest extends QueueContract {
  private static RedisServer server;
  private static Redis redis;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    redis = QueueLab.connect(server.url());
  }

  @AfterAll
  static void stop() {
    redis.close();
    server.close();
  }

  @Override
  protected OverflowQueue createQueue(QueueLimits limits, ManualClock clock) {
    server.command("FLUSHALL");
    return new RedisQueue(redis, limits, clock);
  }
}
