package com.throttlex.redis;

import com.throttlex.key.Key;
import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The names of keys in Redis: {@code rl:{subject}:rule|part=value:index} for a counter.
 *
 * <p>The braces are the hash tag of a Cluster. No subject can close it early or leave it empty, so
 * all keys of one subject are in one hash slot. No name contains a blank. A long key is hashed with
 * SHA-256, because the nodes share no secret; its longer prefix keeps it apart from other keys.
 *
 * @param prefix the prefix of all names
 */
record KeyNames(String prefix) {
  /** The names that all nodes use. */
  static final KeyNames SHARED = new KeyNames("rl");

  private static final int LONGEST = 300;

  /** Returns the name of the counter at that index of a key. */
  String counter(Key key, int index) {
    String text = key.text();
    String name = text.length() > LONGEST ? hash(text) : escape(text, false);
    return prefix + (text.length() > LONGEST ? "x:{" : ":{") + tag(key) + "}:" + name + ':' + index;
  }

  /** Returns the name of the stored answer to a request whose first charge has that key. */
  String replay(Key key, String replayKey) {
    return prefix + "-again:{" + tag(key) + "}:" + shortened(replayKey);
  }

  /** Returns the name of a reservation in that hash slot. */
  String reservation(int slot, String name) {
    return prefix + "-held:{" + SlotTags.of(slot) + "}:" + shortened(name);
  }

  /** Returns the hash slot of a key's counters. */
  int slot(Key key) {
    return SlotHash.getSlot(tag(key));
  }

  /** Returns whether two keys are always in the same hash slot. */
  static boolean areNear(Key key, Key other) {
    return key == other || (!key.subject().isEmpty() && key.subject().equals(other.subject()));
  }

  /** Returns the hash slot of a name. */
  static int slot(String name) {
    return SlotHash.getSlot(name);
  }

  private static String tag(Key key) {
    String subject = key.subject();
    if (subject.isEmpty()) {
      String text = key.text();
      int end = text.indexOf('|');
      subject = end < 0 ? text : text.substring(0, end);
    }
    if (subject.isEmpty()) {
      return "-";
    }
    return subject.length() > LONGEST ? hash(subject) : escape(subject, true);
  }

  private static String shortened(String name) {
    return name.length() > LONGEST ? '#' + hash(name) : '=' + escape(name, false);
  }

  /** Encodes blanks as {@code %20}, and braces too where they would end the hash tag. */
  private static String escape(String text, boolean braces) {
    int i = 0;
    while (i < text.length() && !isOdd(text.charAt(i), braces)) {
      i++;
    }
    if (i == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 8).append(text, 0, i);
    for (; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isOdd(c, braces)) {
        escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  private static boolean isOdd(char c, boolean braces) {
    return c <= ' ' || (braces && (c == '{' || c == '}'));
  }

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] bytes = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(bytes, 0, 20);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
