package com.throttlex.redis;

import com.throttlex.store.Notes;
import com.throttlex.tck.NotesContract;
import com.throttlex.tck.servers.RedisCluster;
import com.throttlex.tck.servers.RedisServer;
import com.throttlex.test.ManualClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisClusterNotesContractTest extends NotesContract {
  private static RedisCluster cluster;
  private static Redis redis;

  @BeforeAll
  static void start() {
    cluster = RedisCluster.start(3);
    redis = Connected.to(cluster.url() + "?timeout=10s");
  }

  @AfterAll
  static void stop() {
    redis.close();
    cluster.close();
  }

  @Override
  protected Notes createNotes(ManualClock clock) {
    cluster.flush();
    return new RedisNotes(redis, clock::nanos);
  }

  @Override
  protected void cutConnections() {
    for (RedisServer node : cluster.nodes()) {
      node.command("CLIENT", "KILL", "TYPE", "normal");
    }
  }
}
