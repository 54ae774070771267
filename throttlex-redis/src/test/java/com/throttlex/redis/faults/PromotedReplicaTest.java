package com.throttlex.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.shared.BreakerState;
import com.throttlex.shared.faults.Node;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisCluster;
import com.throttlex.tck.servers.RedisServer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a replica that takes over from a master of a Cluster. */
@Tag("long")
class PromotedReplicaTest {
  private static final Limit LIMIT = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("100/18250d"));

  @Test
  void replica_thatTakesOverFromADeadMaster_isAskedWithinFiveSeconds() {
    try (RedisCluster cluster = RedisCluster.startIndependent(3)) {
      List<RedisServer> masters = cluster.nodes();
      Long slot = (Long) masters.get(0).command("CLUSTER", "KEYSLOT", "user-1");
      RedisServer master = cluster.owner(slot.intValue());
      RedisServer replica = cluster.addReplica(master, "--cluster-require-full-coverage", "no");
      try (Node node = Node.unhurried(cluster.url())) {
        assertThat(node.ask("user-1", LIMIT).isShared()).isTrue();
        assertThat(master.command("WAIT", "1", "5000")).isEqualTo(1L);
        master.kill();
        Await.until(
            "an open circuit",
            () -> {
              node.ask("user-1", LIMIT);
              return node.states().get(name(master)) == BreakerState.OPEN;
            });
        replica.command("CLUSTER", "FAILOVER", "TAKEOVER");

        Await.until("an answer of the replica", () -> !node.ask("user-1", LIMIT).degraded());
        assertThat(node.states())
            .containsEntry(name(replica), BreakerState.CLOSED)
            .doesNotContainKey(name(master));
        assertThat(node.state()).isEqualTo(BreakerState.CLOSED);
      }
    }
  }

  private static String name(RedisServer server) {
    return "127.0.0.1:" + server.port();
  }
}
