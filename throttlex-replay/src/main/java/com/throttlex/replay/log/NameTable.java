package com.throttlex.replay.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds fields by the bytes of their names, without making a text of each.
 *
 * <p>The name of a member is appended to that of the object around it. Names that replay does not
 * use are in the table too, as long as there is room.
 */
final class NameTable {
  /** The path of a value that has no name. */
  static final int UNKNOWN = -1;

  private static final int SIZE = 4096;
  private static final int MOST = SIZE / 2;
  private static final int LONGEST = 512;

  @SuppressWarnings("ArrayRecordComponent") // compared by the table itself
  private record Entry(byte[] name, @Nullable FieldRef field) {}

  private final LogNames names;
  private final @Nullable Entry[] table = new @Nullable Entry[SIZE];
  private final byte[] path = new byte[LONGEST];
  private int size;

  NameTable(LogNames names) {
    this.names = names;
  }

  /** Appends a name to a path of that length; returns the length of the whole. */
  int append(int length, byte[] in, int from, int to) {
    int dot = length > 0 ? 1 : 0;
    if (length == UNKNOWN || length + dot + to - from > LONGEST) {
      return UNKNOWN;
    }
    if (dot > 0) {
      path[length] = '.';
    }
    System.arraycopy(in, from, path, length + dot, to - from);
    return length + dot + to - from;
  }

  /** Returns the field of the path of that length, or null if replay does not use it. */
  @Nullable FieldRef find(int length) {
    if (length == UNKNOWN) {
      return null;
    }
    int hash = 1;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + path[i];
    }
    int slot = (hash ^ hash >>> 15) & SIZE - 1;
    for (Entry entry = table[slot]; entry != null; entry = table[slot]) {
      if (Arrays.equals(entry.name, 0, entry.name.length, path, 0, length)) {
        return entry.field;
      }
      slot = slot + 1 & SIZE - 1;
    }
    FieldRef field = names.find(new String(path, 0, length, StandardCharsets.UTF_8));
    if (size < MOST) {
      table[slot] = new Entry(Arrays.copyOf(path, length), field);
      size++;
    }
    return field;
  }
}
