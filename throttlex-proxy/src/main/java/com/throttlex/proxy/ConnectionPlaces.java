package com.throttlex.proxy;

import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The places of open connections, which addresses share.
 *
 * <p>If no place is free, an address takes the newest connection of the address with the most
 * connections, unless it would have as many itself. So one address cannot take all places, and has
 * all of them as long as no other address needs any.
 */
final class ConnectionPlaces {
  private final int most;
  private final Map<String, Group> groups = new HashMap<>();
  private final BySize<Group> sizes = new BySize<>();
  private int taken;
  private long entered;

  /** The connections of an address, in their order. */
  private static final class Group {
    final String address;
    final TreeMap<Long, Channel> connections = new TreeMap<>();

    Group(String address) {
      this.address = address;
    }

    int size() {
      return connections.size();
    }
  }

  /** Creates that many places. */
  ConnectionPlaces(int most) {
    this.most = most;
  }

  /**
   * Takes a place for a connection; returns an action that gives the place back, or null if there
   * is no place.
   *
   * @param address the address of the client; null if all clients share the connection, as those of
   *     a trusted proxy do
   */
  synchronized @Nullable Runnable take(@Nullable String address, Channel connection) {
    if (taken >= most && !displaced(address)) {
      return null;
    }
    taken++;
    long number = entered++;
    if (address == null) {
      return this::give;
    }
    Group group = groups.computeIfAbsent(address, Group::new);
    group.connections.put(number, connection);
    sizes.changed(group, group.size() - 1, group.size());
    return () -> give(group, number);
  }

  /** Closes a connection of the address with the most; returns whether there is a place now. */
  private boolean displaced(@Nullable String address) {
    Group largest = sizes.largest();
    Group own = address == null ? null : groups.get(address);
    if (largest == null || (own == null ? 0 : own.size()) + 1 >= largest.size()) {
      return false;
    }
    Map.Entry<Long, Channel> newest = largest.connections.lastEntry();
    give(largest, newest.getKey());
    var unused = newest.getValue().close();
    return true;
  }

  private synchronized void give() {
    taken--;
  }

  /** Gives a place back, unless its connection has lost it before. */
  private synchronized void give(Group group, long number) {
    if (group.connections.remove(number) == null) {
      return;
    }
    taken--;
    sizes.changed(group, group.size() + 1, group.size());
    if (group.size() == 0) {
      groups.remove(group.address);
    }
  }
}
