package com.throttlex.tck.servers;

import com.throttlex.tck.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A Redis Cluster for one test: masters without replicas that share the hash slots evenly.
 *
 * <p>A node counts as failed after two seconds without an answer. Then the whole cluster rejects
 * commands until the node is back, which is the default of Redis, unless the options say otherwise.
 */
public final class RedisCluster implements AutoCloseable {
  /** The number of hash slots of a cluster. */
  public static final int SLOTS = 16_384;

  private final List<RedisServer> nodes;
  private final List<RedisServer> replicas = new ArrayList<>();

  private RedisCluster(List<RedisServer> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /**
   * Starts the nodes, joins them, and waits until every one serves all slots.
   *
   * @param moreOptions for each node, as on the command line of {@code redis-server}
   */
  public static RedisCluster start(int masters, String... moreOptions) {
    if (masters < 1 || masters > SLOTS) {
      throw new IllegalArgumentException("masters: " + masters + " (expected: 1 to " + SLOTS + ")");
    }
    List<RedisServer> nodes = new ArrayList<>();
    try {
      for (int i = 0; i < masters; i++) {
        nodes.add(startNode(moreOptions));
      }
      RedisCluster cluster = new RedisCluster(nodes);
      cluster.form();
      return cluster;
    } catch (RuntimeException | AssertionError e) {
      nodes.forEach(RedisServer::close);
      throw e;
    }
  }

  /** Starts a cluster in which each master serves its hash slots even if another is unavailable. */
  public static RedisCluster startIndependent(int masters) {
    return start(masters, "--cluster-require-full-coverage", "no");
  }

  private static RedisServer startNode(String... moreOptions) {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf"));
    options.addAll(List.of("--cluster-node-timeout", "2000"));
    options.addAll(List.of(moreOptions));
    return RedisServer.start(options.toArray(String[]::new));
  }

  private void form() {
    for (int i = 0; i < nodes.size(); i++) {
      RedisServer node = nodes.get(i);
      // Different epochs from the start, so that the nodes need no election.
      node.command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
      node.command(addSlots(i * SLOTS / nodes.size(), (i + 1) * SLOTS / nodes.size()));
      for (RedisServer other : nodes.subList(0, i)) {
        node.command("CLUSTER", "MEET", "127.0.0.1", Integer.toString(other.port()));
      }
    }
    awaitWhole();
  }

  private static String[] addSlots(int from, int end) {
    String[] words = new String[2 + end - from];
    words[0] = "CLUSTER";
    words[1] = "ADDSLOTS";
    for (int slot = from; slot < end; slot++) {
      words[2 + slot - from] = Integer.toString(slot);
    }
    return words;
  }

  /** Waits until every node knows all nodes and serves all slots, such as after a restart. */
  public void awaitWhole() {
    for (RedisServer node : nodes) {
      Await.until(() -> node + ": " + info(node), () -> whole(info(node)));
    }
  }

  private boolean whole(String info) {
    return info.contains("cluster_state:ok\r")
        && info.contains("cluster_slots_ok:" + SLOTS + "\r")
        && info.contains("cluster_known_nodes:" + (nodes.size() + replicas.size()) + "\r");
  }

  private static String info(RedisServer node) {
    return String.valueOf(node.command("CLUSTER", "INFO"));
  }

  /** The nodes in the order of their first hash slots. */
  public List<RedisServer> nodes() {
    return nodes;
  }

  /** {@code redis-cluster://127.0.0.1:port,127.0.0.1:port,…}. */
  public String url() {
    return nodes.stream()
        .map(node -> "127.0.0.1:" + node.port())
        .collect(Collectors.joining(",", "redis-cluster://", ""));
  }

  /** Adds a replica of a master, and waits until it has the master's keys. */
  public RedisServer addReplica(RedisServer master, String... moreOptions) {
    RedisServer replica = startNode(moreOptions);
    replicas.add(replica);
    replica.command("CLUSTER", "MEET", "127.0.0.1", Integer.toString(master.port()));
    awaitWhole();
    Await.until(replica + ": " + info(replica), () -> whole(info(replica)));
    replica.command("CLUSTER", "REPLICATE", String.valueOf(master.command("CLUSTER", "MYID")));
    Await.until(
        replica + ": a link to its master",
        () -> String.valueOf(replica.command("INFO", "replication")).contains("link_status:up"));
    return replica;
  }

  /** Removes all keys of all nodes. */
  public void flush() {
    nodes.forEach(node -> node.command("FLUSHALL"));
  }

  /** Returns the node that serves a hash slot, as the first node sees it. */
  public RedisServer owner(int slot) {
    return new SlotMove(nodes, slot).owner(nodes.get(0));
  }

  /** Moves a hash slot and its keys to a node while clients use it, as resharding does. */
  public void moveSlot(int slot, RedisServer to) {
    new SlotMove(nodes, slot).to(to);
  }

  @Override
  public void close() {
    nodes.forEach(RedisServer::close);
    replicas.forEach(RedisServer::close);
  }
}
