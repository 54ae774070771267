package com.throttlex.server.rules;

import com.throttlex.key.KeyHash;
import com.throttlex.redis.RuleCache;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The last change of something that all nodes keep alike.
 *
 * <p>Of two changes the higher version counts, then the later time, then the hash of the text: an
 * order that is the same for every node, so that all end with the same.
 *
 * @param id what was changed, such as {@code rule:orders}
 * @param version counts the changes, or is 0 when only the time does
 * @param at when, in milliseconds since 1970
 * @param ended since when it says that there is nothing, such as a deletion; null when it does not
 * @param text all of it as JSON, the same for the same change everywhere
 */
record SharedChange(String id, long version, long at, @Nullable Long ended, String text) {
  /** How long it stays known that something was there and is not any more. */
  static final Duration MEMORY = Duration.ofDays(30);

  private static final String VERSION = "version";
  private static final String AT = "at";
  private static final String ENDED = "ended";

  /** A change of which the details are given. */
  static SharedChange of(
      String id, long version, Instant at, @Nullable Instant ended, JsonObject details) {
    JsonObject json = new JsonObject().put(VERSION, version).put(AT, at.toEpochMilli());
    if (ended != null) {
      json.put(ENDED, ended.toEpochMilli());
    }
    String text = wellFormed(json.mergeIn(details).encode());
    return new SharedChange(id, version, at.toEpochMilli(), json.getLong(ENDED), text);
  }

  /**
   * The change that an entry is.
   *
   * @throws IllegalArgumentException when it is none
   */
  static SharedChange of(RuleCache.Entry entry) {
    try {
      JsonObject json = new JsonObject(entry.text());
      Long version = json.getLong(VERSION);
      Long at = json.getLong(AT);
      if (version != null && at != null) {
        SharedChange change =
            new SharedChange(entry.id(), version, at, json.getLong(ENDED), entry.text());
        if (change.rank().equals(entry.rank())) {
          return change;
        }
      }
    } catch (DecodeException | ClassCastException e) {
      throw new IllegalArgumentException("entry: " + e.getMessage(), e);
    }
    throw new IllegalArgumentException("entry: no change (expected: version, time and their rank)");
  }

  /** UTF-8 has no form for half a surrogate pair, but JSON has. */
  private static String wellFormed(String json) {
    StringBuilder text = new StringBuilder(json.length());
    json.codePoints().forEach(point -> append(text, point));
    return text.toString();
  }

  private static void append(StringBuilder text, int point) {
    if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
      text.append("\\u").append(HexFormat.of().toHexDigits((char) point));
    } else {
      text.appendCodePoint(point);
    }
  }

  JsonObject json() {
    return new JsonObject(text);
  }

  /**
   * A detail.
   *
   * @throws IllegalArgumentException when there is no such text
   */
  String detail(String name) {
    if (json().getValue(name) instanceof String found) {
      return found;
    }
    throw new IllegalArgumentException(name + ": none in " + text + " (expected: a text)");
  }

  String rank() {
    HexFormat hex = HexFormat.of();
    long hash = KeyHash.stable().add(text).end().lo();
    return hex.toHexDigits(version) + hex.toHexDigits(at) + hex.toHexDigits(hash);
  }

  boolean isAbove(@Nullable SharedChange other) {
    return other == null || rank().compareTo(other.rank()) > 0;
  }

  /** Whether nobody needs to know of it any more. */
  boolean isForgotten(Instant now) {
    return ended != null && ended < now.minus(MEMORY).toEpochMilli();
  }

  RuleCache.Entry entry() {
    return new RuleCache.Entry(id, rank(), text);
  }
}
