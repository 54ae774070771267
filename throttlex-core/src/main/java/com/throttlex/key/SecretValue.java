package com.throttlex.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Digests of secret values, such as API keys, that keys contain instead of the values.
 *
 * <p>A digest is {@code sha256:} and the first 32 hexadecimal digits of the SHA-256 of the value's
 * UTF-8 bytes. These are 128 bits, as many as a key's hash has. They depend only on the value, so
 * all nodes and all stores use the same name for a counter.
 */
public final class SecretValue {
  private static final String PREFIX = "sha256:";
  private static final int BYTES = 16;
  private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{32}");
  private static final Pattern ONE_WORD = Pattern.compile("[A-Za-z0-9_-]{1,1024}");
  private static final Pattern MARKED =
      Pattern.compile("(?i)(ak|sk|pk|rk|api|key|token|secret)[_-].*");
  private static final int LONG = 20;

  private static final List<String> WORDS =
      List.of(
          "access-key",
          "api-key",
          "apikey",
          "authorization",
          "cookie",
          "credential",
          "jwt",
          "password",
          "secret",
          "session",
          "signature",
          "token",
          "x-key");

  private static final DigestCache CACHE = new DigestCache(SecretValue::compute);
  private static final ThreadLocal<MessageDigest> SHA_256 =
      ThreadLocal.withInitial(SecretValue::sha256);

  private SecretValue() {}

  /**
   * Returns whether a header or an attribute of that name holds a secret.
   *
   * <p>It does when the name contains one of a few words, such as {@code token} or {@code api-key}.
   * Case does not matter, and {@code _} counts as {@code -}.
   */
  public static boolean isNamed(String name) {
    String spelled = name.toLowerCase(Locale.ROOT).replace('_', '-');
    return WORDS.stream().anyMatch(spelled::contains);
  }

  /**
   * Returns whether a name looks like an API key: one word of at least 20 letters and digits, or
   * with a beginning such as {@code sk_} or {@code key-}. Use it where nobody knows what a name is.
   */
  public static boolean isLikely(String name) {
    return ONE_WORD.matcher(name).matches()
        && (MARKED.matcher(name).matches()
            || (name.length() >= LONG
                && name.chars().anyMatch(Character::isDigit)
                && name.chars().anyMatch(Character::isLetter)));
  }

  /** Returns the digest of a value. */
  public static String digest(String value) {
    return CACHE.digest(value);
  }

  /** Returns the text itself if it has the form of a digest, or else the digest of the text. */
  public static String masked(String text) {
    return DIGEST.matcher(text).matches() ? text : digest(text);
  }

  private static String compute(String value) {
    MessageDigest sha256 = SHA_256.get();
    sha256.reset(); // in case an error interrupted the last use
    byte[] hash = sha256.digest(value.getBytes(StandardCharsets.UTF_8));
    return PREFIX + HexFormat.of().formatHex(hash, 0, BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
