package com.throttlex.tck.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedisClusterTest {
  private static RedisCluster cluster;

  @BeforeAll
  static void start() {
    cluster = RedisCluster.start(3);
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @Test
  void cluster_onceStarted_servesEveryKeyAtItsOwnerOnly() {
    cluster.flush();
    for (int i = 0; i < 50; i++) {
      String key = "key-" + i;
      int slot = slot(key);
      RedisServer owner = cluster.owner(slot);
      assertThat(owner).isSameAs(cluster.nodes().get((3 * slot + 2) / RedisCluster.SLOTS));
      assertThat(owner.command("SET", key, "v")).isEqualTo("OK");
      for (RedisServer node : cluster.nodes()) {
        if (node != owner) {
          assertThatThrownBy(() -> node.command("GET", key))
              .hasMessageContaining("MOVED " + slot + " 127.0.0.1:" + owner.port());
        }
      }
    }
  }

  @Test
  void url_ofACluster_namesEveryNode() {
    assertThat(cluster.url()).startsWith("redis-cluster://127.0.0.1:").hasSizeGreaterThan(60);
    cluster.nodes().forEach(node -> assertThat(cluster.url()).contains("127.0.0.1:" + node.port()));
  }

  @Test
  void movedSlot_withManyKeys_isServedByTheNewOwnerAndMovesBack() {
    cluster.flush();
    int slot = slot("{moved}");
    RedisServer first = cluster.owner(slot);
    RedisServer second = cluster.nodes().get(first == cluster.nodes().get(2) ? 0 : 2);
    for (int i = 0; i < 250; i++) {
      first.command("SET", "{moved}" + i, "v" + i, "PX", "600000");
    }
    cluster.moveSlot(slot, second);
    assertServes(slot, second, first);
    cluster.moveSlot(slot, second);
    assertServes(slot, second, first);
    cluster.moveSlot(slot, first);
    assertServes(slot, first, second);
    cluster.awaitWhole();
  }

  private static void assertServes(int slot, RedisServer owner, RedisServer former) {
    cluster
        .nodes()
        .forEach(n -> assertThat(new SlotMove(cluster.nodes(), slot).owner(n)).isSameAs(owner));
    for (int i = 0; i < 250; i++) {
      assertThat(owner.command("GET", "{moved}" + i)).isEqualTo("v" + i);
    }
    assertThat((Long) owner.command("PTTL", "{moved}7")).isBetween(1L, 600_000L);
    assertThat(former.command("DBSIZE")).isEqualTo(0L);
    assertThatThrownBy(() -> former.command("GET", "{moved}1"))
        .hasMessageContaining("MOVED " + slot + " 127.0.0.1:" + owner.port());
  }

  @Test
  void killedNode_onceRestarted_servesItsSlotsAgainWithoutItsKeys() {
    cluster.flush();
    int slot = slot("{killed}");
    RedisServer node = cluster.owner(slot);
    node.command("SET", "{killed}", "v");
    node.restart();
    cluster.awaitWhole();
    assertThat(cluster.owner(slot)).isSameAs(node);
    assertThat(node.command("GET", "{killed}")).isNull();
  }

  @Test
  void slot_outOfRange_isRejected() {
    assertThatThrownBy(() -> cluster.owner(16_384)).hasMessageContaining("slot: 16384");
    assertThatThrownBy(() -> RedisCluster.start(0)).hasMessageContaining("masters: 0");
  }

  private static int slot(String key) {
    Object slot = cluster.nodes().get(0).command("CLUSTER", "KEYSLOT", key);
    return Math.toIntExact((Long) Objects.requireNonNull(slot));
  }
}
