package com.throttlex.server.rules;

import com.throttlex.jdbc.RuleVersion;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import com.throttlex.test.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Nodes around one Redis. */
final class SyncLab implements AutoCloseable {
  /** The time within which a change must be in force elsewhere. */
  static final Duration SECOND = Duration.ofSeconds(1);

  private final Path folder;
  private final List<SyncNode> open = new ArrayList<>();
  final ManualClock clock = new ManualClock();
  final RedisServer server = RedisServer.start();

  SyncLab(Path folder) {
    this.folder = folder;
  }

  /** Creates a node with its own database. */
  SyncNode node(String name) {
    return node(name, name, server.port());
  }

  /**
   * A node.
   *
   * @param database nodes that name the same one share it
   * @param port where it finds Redis
   */
  SyncNode node(String name, String database, int port) {
    String url = "redis://127.0.0.1:" + port + "?timeout=2s";
    SyncNode node = new SyncNode(folder, name, database, url, clock);
    open.add(node);
    return node;
  }

  SyncNode restarted(SyncNode node, String name) {
    end(node);
    return node(name);
  }

  void end(SyncNode node) {
    open.remove(node);
    node.close();
  }

  void awaitListeners(long nodes) {
    List<Object> expected = List.of("throttlex:rules", nodes);
    await(() -> expected.equals(server.command("PUBSUB", "NUMSUB", "throttlex:rules")));
  }

  /** Waits until the condition holds; a failure describes all nodes. */
  void await(Await.Condition condition) {
    Await.until(open::toString, condition);
  }

  /** Waits as {@link #await(Await.Condition)} does, with a bound that is under test. */
  void await(Duration atMost, Await.Condition condition) {
    Await.until(atMost, open::toString, condition);
  }

  /** Waits until all nodes have the same in force and in their databases. */
  void awaitAgreement() {
    SyncNode first = open.get(0);
    await(() -> open.stream().allMatch(node -> agree(first, node)));
  }

  private static boolean agree(SyncNode one, SyncNode two) {
    return one.limits().equals(two.limits()) && changes(one).equals(changes(two));
  }

  static Set<SharedChange> changes(SyncNode node) {
    Set<SharedChange> changes = new HashSet<>(new SharedRules(node.rules).changes());
    node.users.latest().forEach(change -> changes.add(SharedUsers.change(change)));
    return changes;
  }

  static List<String> actors(SyncNode node, String id) {
    return node.rules.history(id).stream().map(RuleVersion::actor).toList();
  }

  @Override
  public void close() {
    open.forEach(SyncNode::close);
    server.close();
  }
}
