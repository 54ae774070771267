package com.throttlex.server.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A set of secrets, each with its owner.
 *
 * <p>A lookup compares the presented text with every secret. The time depends only on the length of
 * that text and the number of secrets, so it reveals no secret.
 */
public final class Secrets<T> {
  private final List<Entry<T>> entries;

  private static final class Entry<T> {
    private final byte[] secret;
    private final T owner;

    Entry(String secret, T owner) {
      this.secret = bytes(secret);
      this.owner = owner;
    }
  }

  private Secrets(List<Entry<T>> entries) {
    this.entries = entries;
  }

  /** Creates a set from items that each have a secret and an owner. */
  public static <I, T> Secrets<T> of(
      List<I> items, Function<I, String> secret, Function<I, T> owner) {
    return new Secrets<>(
        items.stream().map(item -> new Entry<>(secret.apply(item), owner.apply(item))).toList());
  }

  /** Returns the owner of the presented secret, or null if it is unknown. */
  public @Nullable T owner(String presented) {
    byte[] bytes = bytes(presented);
    T owner = null;
    for (Entry<T> entry : entries) {
      owner = MessageDigest.isEqual(bytes, entry.secret) ? entry.owner : owner;
    }
    return owner;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
