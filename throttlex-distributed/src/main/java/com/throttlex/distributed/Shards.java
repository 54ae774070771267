package com.throttlex.distributed;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Which shard a key lies in: rendezvous hashing ("highest random weight").
 *
 * <p>The hash of a key's subject is mixed with that of every shard's name, and the highest number
 * wins. That is consistent hashing without a ring: a shard that is added wins its share of the keys
 * from all others alike, {@code 1/n} of them, and no other key moves; one that is removed leaves
 * its keys to all others. The shards are as even as chance, which a ring reaches only with hundreds
 * of points for each. Looking at every shard costs a few nanoseconds each.
 *
 * <p>The subject is hashed and not the key, so all keys of one subject lie together; a key that
 * speaks of nobody goes by its rule. Neither the order of the shards nor the process matters.
 */
final class Shards {
  /** What {@link #ofAll} says of a request that lies in more than one. */
  static final int SEVERAL = -1;

  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final Store[] stores;
  private final long[] names;

  Shards(List<ShardedStore.Shard> shards) {
    List<ShardedStore.Shard> ordered =
        shards.stream().sorted(Comparator.comparing(ShardedStore.Shard::name)).toList();
    stores = ordered.stream().map(ShardedStore.Shard::store).toArray(Store[]::new);
    names = ordered.stream().mapToLong(shard -> mix(hash(shard.name()))).toArray();
  }

  /** The shard of a key. */
  int of(Key key) {
    String subject = key.subject();
    if (!subject.isEmpty()) {
      return of(hash(subject));
    }
    String text = key.text();
    int end = text.indexOf('|');
    return of(hash(text, end < 0 ? text.length() : end));
  }

  private int of(long subject) {
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

  /** The shard of all charges, or {@link #SEVERAL}. */
  int ofAll(Charges charges) {
    if (charges.size() == 0 || names.length == 1) {
      return 0;
    }
    Key first = charges.get(0).key();
    int shard = of(first);
    for (int i = 1; i < charges.size(); i++) {
      Key key = charges.get(i).key();
      if (!isNear(key, first) && of(key) != shard) {
        return SEVERAL;
      }
    }
    return shard;
  }

  /** Whether two keys lie together whatever the shards. */
  private static boolean isNear(Key key, Key other) {
    return key == other || (!key.subject().isEmpty() && key.subject().equals(other.subject()));
  }

  Store store(int shard) {
    return stores[shard];
  }

  List<Store> stores() {
    return Arrays.asList(stores);
  }

  /** What a shard is called in a reservation's name. */
  String id(int shard) {
    return Long.toUnsignedString(names[shard], Character.MAX_RADIX);
  }

  /** The shard of that id; negative when there is none any more. */
  int byId(String id) {
    for (int i = 0; i < names.length; i++) {
      if (id(i).equals(id)) {
        return i;
      }
    }
    return -1;
  }

  private static long hash(String text) {
    return hash(text, text.length());
  }

  /** FNV-1a, a char at a time. */
  private static long hash(String text, int end) {
    long hash = FNV_START;
    for (int i = 0; i < end; i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** The finisher of SplitMix64: every bit of the result depends on every bit. */
  private static long mix(long bits) {
    long mixed = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }
}
