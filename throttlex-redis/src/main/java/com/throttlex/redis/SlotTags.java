package com.throttlex.redis;

import io.lettuce.core.cluster.SlotHash;

/** A short hash tag for every hash slot of a Cluster. */
final class SlotTags {
  private static final String[] TAGS = new String[SlotHash.SLOT_COUNT];

  static {
    int found = 0;
    for (int i = 0; found < TAGS.length; i++) {
      String tag = Integer.toString(i, Character.MAX_RADIX);
      int slot = SlotHash.getSlot(tag);
      if (TAGS[slot] == null) {
        TAGS[slot] = tag;
        found++;
      }
    }
  }

  private SlotTags() {}

  static String of(int slot) {
    return TAGS[slot];
  }
}
