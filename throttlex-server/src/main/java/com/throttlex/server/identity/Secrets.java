package com.throttlex.server.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Secrets by which their owners are known.
 *
 * <p>A presented text is compared with every secret in a time that depends on its own length only,
 * so the time taken tells nothing about any of them.
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

  /** Knows the owner of the secret of each item. */
  public static <I, T> Secrets<T> of(
      List<I> items, Function<I, String> secret, Function<I, T> owner) {
    return new Secrets<>(
        items.stream().map(item -> new Entry<>(secret.apply(item), owner.apply(item))).toList());
  }

  /** Returns the owner of the secret that was presented; null when it is nobody's. */
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
