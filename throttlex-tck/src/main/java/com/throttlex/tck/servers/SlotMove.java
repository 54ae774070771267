package com.throttlex.tck.servers;

import com.throttlex.tck.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The move of a hash slot from one master to another.
 *
 * <p>The order is the one that Redis prescribes. First the new owner imports, then the old one
 * migrates, so a client that ASK redirects is never sent back. Keys move in batches. The new owner
 * is the first node that gets the slot.
 */
final class SlotMove {
  private static final String BATCH = "100";
  private static final String MIGRATE_MILLIS = "5000";

  private final List<RedisServer> nodes;
  private final int slot;

  SlotMove(List<RedisServer> nodes, int slot) {
    if (slot < 0 || slot >= RedisCluster.SLOTS) {
      throw new IllegalArgumentException("slot: " + slot + " (expected: 0 to 16383)");
    }
    this.nodes = nodes;
    this.slot = slot;
  }

  /** Returns the slot's owner as a node sees it. */
  RedisServer owner(RedisServer node) {
    for (Object range : list(node.command("CLUSTER", "SLOTS"))) {
      List<?> fields = list(range);
      if ((long) fields.get(0) <= slot && slot <= (long) fields.get(1)) {
        return node((long) list(fields.get(2)).get(1));
      }
    }
    throw new IllegalStateException("slot " + slot + ": no owner (expected: one)");
  }

  private RedisServer node(long port) {
    return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
  }

  private static List<?> list(@Nullable Object reply) {
    return (List<?>) Objects.requireNonNull(reply);
  }

  void to(RedisServer target) {
    RedisServer source = owner(nodes.get(0));
    if (source == target) {
      return;
    }
    setSlot(target, "IMPORTING", id(source));
    setSlot(source, "MIGRATING", id(target));
    Await.until("slot " + slot + " without keys", () -> !moveKeys(source, target));
    for (RedisServer node : targetFirst(target, source)) {
      setSlot(node, "NODE", id(target));
    }
    Await.until(
        "slot " + slot + " at " + target + " for all nodes",
        () -> nodes.stream().allMatch(node -> owner(node) == target));
  }

  private List<RedisServer> targetFirst(RedisServer target, RedisServer source) {
    List<RedisServer> order = new ArrayList<>(nodes);
    Collections.swap(order, 0, order.indexOf(target));
    Collections.swap(order, 1, order.indexOf(source));
    return order;
  }

  private void setSlot(RedisServer node, String state, String id) {
    node.command("CLUSTER", "SETSLOT", Integer.toString(slot), state, id);
  }

  private static String id(RedisServer node) {
    return String.valueOf(node.command("CLUSTER", "MYID"));
  }

  /** Moves a batch of keys; returns false if there were none. */
  private boolean moveKeys(RedisServer source, RedisServer target) {
    List<?> keys = list(source.command("CLUSTER", "GETKEYSINSLOT", Integer.toString(slot), BATCH));
    if (keys.isEmpty()) {
      return false;
    }
    List<String> words = new ArrayList<>();
    words.addAll(List.of("MIGRATE", "127.0.0.1", Integer.toString(target.port()), "", "0"));
    words.addAll(List.of(MIGRATE_MILLIS, "KEYS"));
    keys.forEach(key -> words.add((String) key));
    source.command(words.toArray(String[]::new));
    return true;
  }
}
