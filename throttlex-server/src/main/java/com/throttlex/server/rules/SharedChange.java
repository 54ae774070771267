package com.throttlex.server.rules;

import com.throttlex.key.KeyHash;
import com.throttlex.provider.RuleCache;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The last change of an object that all nodes keep equal.
 *
 * <p>Of two changes, the one with the higher version is newer, then the later time, then the hash
 * of the text. This order is the same on every node, so all nodes end with the same objects.
 *
 * @param id the changed object, such as {@code rule:orders}
 * @param version grows with every change
 * @param at when, in milliseconds since 1970
 * @param ended when it was deleted; null if it exists
 * @param until when it expires; null for never
 * @param text all of it as JSON, the same for the same change everywhere
 */
record SharedChange(
    String id, long version, long at, @Nullable Long ended, @Nullable Long until, String text) {
  /** How long a deletion is remembered. */
  static final Duration MEMORY = Duration.ofDays(30);

  private static final String VERSION = "version";
  private static final String AT = "at";
  private static final String ENDED = "ended";

  /** The detail with the time of expiry. */
  static final String UNTIL = "until";

  /** Returns a change that creates or replaces an object. */
  static SharedChange of(String id, long version, Instant at, JsonObject details) {
    JsonObject json = new JsonObject().put(VERSION, version).put(AT, at.toEpochMilli());
    return of(id, wellFormed(json.mergeIn(details).encode()));
  }

  /** Returns a change that deletes an object. */
  static SharedChange ending(String id, long version, Instant at, JsonObject details) {
    return of(id, version, at, details.copy().put(ENDED, at.toEpochMilli()));
  }

  private static SharedChange of(String id, String text) {
    JsonObject json = new JsonObject(text);
    Long version = json.getLong(VERSION);
    Long at = json.getLong(AT);
    if (version == null || at == null) {
      throw new IllegalArgumentException("entry: " + text + " (expected: version and time)");
    }
    return new SharedChange(id, version, at, json.getLong(ENDED), json.getLong(UNTIL), text);
  }

  /**
   * Parses the change of an entry.
   *
   * @throws IllegalArgumentException when the entry is malformed
   */
  static SharedChange of(RuleCache.Entry entry) {
    try {
      SharedChange change = of(entry.id(), entry.text());
      if (change.rank().equals(entry.rank())) {
        return change;
      }
    } catch (DecodeException | ClassCastException e) {
      throw new IllegalArgumentException("entry: " + e.getMessage(), e);
    }
    throw new IllegalArgumentException("entry: wrong rank (expected: the rank of its text)");
  }

  /** Escapes half surrogate pairs: UTF-8 has no form for them, but JSON has. */
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
   * Returns a detail.
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

  /** Returns whether a node that does not have the object can ignore the change. */
  boolean isOver(Instant now) {
    return isForgotten(now) || (until != null && until <= now.toEpochMilli());
  }

  /** Returns whether every node can ignore the change. */
  boolean isForgotten(Instant now) {
    Long end = ended == null ? until : ended;
    return end != null && end < now.minus(MEMORY).toEpochMilli();
  }

  RuleCache.Entry entry() {
    return new RuleCache.Entry(id, rank(), text);
  }
}
