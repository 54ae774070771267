package com.throttlex.shared;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The placement of keys in shards: rendezvous hashing ("highest random weight").
 *
 * <p>The hash of a key's subject is mixed with the hash of every shard's name, and the highest
 * number wins. This is consistent hashing without a ring. An added shard wins its part of the keys,
 * {@code 1/n}, from all others alike, and no other key moves. A removed shard leaves its keys to
 * all others. The shards are as even as a random spread; a ring needs hundreds of points per shard
 * for that. Each shard costs a few nanoseconds per lookup.
 *
 * <p>The subject is hashed and not the key, so all keys of one subject are in one shard. A key
 * without a subject is placed by its rule. The order of the shards and the process have no effect.
 */
final class Shards implements Placement {
  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final Store[] stores;
  private final long[] names;
  private final int[][] alone;

  Shards(List<ShardedStore.Shard> shards) {
    List<ShardedStore.Shard> ordered =
        shards.stream().sorted(Comparator.comparing(ShardedStore.Shard::name)).toList();
    stores = ordered.stream().map(ShardedStore.Shard::store).toArray(Store[]::new);
    names = ordered.stream().mapToLong(shard -> mix(hash(shard.name()))).toArray();
    alone = IntStream.range(0, names.length).mapToObj(i -> new int[] {i}).toArray(int[][]::new);
  }

  @Override
  public int[] of(Key key) {
    return alone[shard(key)];
  }

  /** Returns the shard of a key. */
  int shard(Key key) {
    String subject = key.subject();
    if (!subject.isEmpty()) {
      return shard(hash(subject));
    }
    String text = key.text();
    int end = text.indexOf('|');
    return shard(hash(text, end < 0 ? text.length() : end));
  }

  private int shard(long subject) {
    int highest = 0;
    long weight = mix(subject ^ names[0]);
    for (int i = 1; i < names.length; i++) {
      long other = mix(subject ^ names[i]);
      if (other > weight) {
        weight = other;
        highest = i;
      }
    }
    return highest;
  }

  @Override
  public int ofAll(Charges charges) {
    if (charges.size() == 0 || names.length == 1) {
      return 0;
    }
    Key first = charges.get(0).key();
    int shard = shard(first);
    for (int i = 1; i < charges.size(); i++) {
      Key key = charges.get(i).key();
      if (!isNear(key, first) && shard(key) != shard) {
        return SEVERAL;
      }
    }
    return shard;
  }

  /** Returns whether two keys are always in the same shard. */
  private static boolean isNear(Key key, Key other) {
    return key == other || (!key.subject().isEmpty() && key.subject().equals(other.subject()));
  }

  @Override
  public Store store(int shard) {
    return stores[shard];
  }

  @Override
  public List<Store> stores() {
    return Arrays.asList(stores);
  }

  @Override
  public String id(int shard) {
    return text(names[shard]);
  }

  @Override
  public int byId(String id) {
    for (int i = 0; i < names.length; i++) {
      if (id(i).equals(id)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the id of a store with that name. */
  static String id(String name) {
    return text(mix(hash(name)));
  }

  private static String text(long name) {
    return Long.toUnsignedString(name, Character.MAX_RADIX);
  }

  private static long hash(String text) {
    return hash(text, text.length());
  }

  /** Returns the FNV-1a hash, one char at a time. */
  private static long hash(String text, int end) {
    long hash = FNV_START;
    for (int i = 0; i < end; i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** Mixes bits by the finisher of SplitMix64: every bit of the result depends on every bit. */
  private static long mix(long bits) {
    long mixed = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }
}
