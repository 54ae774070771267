package com.throttlex.redis;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Places;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The masters of a Cluster, by address: the place of a key is the present owner of its hash slot.
 *
 * <p>If a replica takes over or a hash slot moves, its keys change to the other master as soon as
 * this process knows of it. The place of a hash slot without a known owner is {@link #UNKNOWN}.
 */
final class Masters implements Places {
  /** The place of hash slots without a known owner. */
  static final String UNKNOWN = "cluster";

  private static final List<String> NOBODY = List.of(UNKNOWN);

  /** The distance of the hash slots at which trial calls begin to search. */
  private static final int STRIDE = SlotHash.SLOT_COUNT / 5;

  /** The address of a master, and its name in messages. */
  private record Address(String host, int port, List<String> name) {
    static Address of(RedisURI uri) {
      String host = uri.getHost();
      return new Address(host, uri.getPort(), List.of(host + ':' + uri.getPort()));
    }

    boolean isOf(RedisURI uri) {
      return port == uri.getPort() && host.equals(uri.getHost());
    }
  }

  private final Redis redis;
  private final KeyNames keyNames;
  private final Map<String, Address> addresses = new ConcurrentHashMap<>();

  Masters(Redis redis, KeyNames keyNames) {
    this.redis = redis;
    this.keyNames = keyNames;
  }

  @Override
  public List<String> all() {
    SortedSet<String> all = new TreeSet<>();
    Partitions partitions = redis.partitions();
    if (partitions != null) {
      for (RedisClusterNode node : partitions) {
        if (!node.hasNoSlots()) {
          all.addAll(name(node));
        }
      }
      addresses.keySet().removeIf(id -> partitions.getPartitionByNodeId(id) == null);
    }
    if (partitions == null || !isWhole(partitions)) {
      all.addAll(NOBODY);
    }
    return List.copyOf(all);
  }

  /** Returns whether every hash slot has a master. */
  private static boolean isWhole(Partitions partitions) {
    for (int slot = 0; slot < SlotHash.SLOT_COUNT; slot++) {
      if (partitions.getMasterBySlot(slot) == null) {
        return false;
      }
    }
    return true;
  }

  @Override
  public List<String> of(Charges charges) {
    if (charges.size() == 0) {
      return List.of();
    }
    Key last = charges.get(0).key();
    List<String> first = of(last);
    SortedSet<String> several = null;
    for (int i = 1; i < charges.size(); i++) {
      Key key = charges.get(i).key();
      List<String> next = KeyNames.areNear(key, last) ? first : of(key);
      if (!next.equals(first)) {
        several = several == null ? new TreeSet<>(first) : several;
        several.addAll(next);
      } else {
        last = key;
      }
    }
    return several == null ? first : List.copyOf(several);
  }

  @Override
  public List<String> of(Key key) {
    return owner(keyNames.slot(key));
  }

  @Override
  public List<String> ofReservation(String reservation) {
    ReservationName name = ReservationName.parse(reservation);
    SortedSet<String> places = new TreeSet<>();
    if (name != null) {
      name.slots().forEach(slot -> places.addAll(owner(slot)));
    }
    return List.copyOf(places);
  }

  private List<String> owner(int slot) {
    Partitions partitions = redis.partitions();
    RedisClusterNode owner = partitions == null ? null : partitions.getMasterBySlot(slot);
    return owner == null ? NOBODY : name(owner);
  }

  private List<String> name(RedisClusterNode master) {
    RedisURI uri = master.getUri();
    Address known = addresses.get(master.getNodeId());
    if (known == null || !known.isOf(uri)) {
      known = Address.of(uri);
      addresses.put(master.getNodeId(), known);
    }
    return known.name;
  }

  @Override
  public @Nullable String subject(String place, int number) {
    for (int i = 0; i < SlotHash.SLOT_COUNT; i++) {
      int slot = (number * STRIDE + i) % SlotHash.SLOT_COUNT;
      if (owner(slot).get(0).equals(place)) {
        return SlotTags.of(slot);
      }
    }
    return null;
  }
}
