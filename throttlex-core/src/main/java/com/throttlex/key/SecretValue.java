package com.throttlex.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A value that must not be shown, such as an API key, and the digest that stands for it in keys.
 *
 * <p>A digest is {@code sha256:} and the first 32 hexadecimal digits of the SHA-256 of the value's
 * UTF-8. These 128 bits are as many as a key's hash has. They depend on nothing but the value, so
 * all nodes and all stores name a counter alike.
 */
public final class SecretValue {
  private static final String PREFIX = "sha256:";
  private static final int BYTES = 16;
  private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{32}");

  private static final List<String> WORDS =
      List.of(
          "authorization",
          "cookie",
          "api-key",
          "apikey",
          "token",
          "secret",
          "password",
          "credential");

  private static final DigestCache CACHE = new DigestCache(SecretValue::compute);
  private static final ThreadLocal<MessageDigest> SHA_256 =
      ThreadLocal.withInitial(SecretValue::sha256);

  private SecretValue() {}

  /**
   * Whether a header or an attribute of that name holds a secret: in lower case and with {@code -}
   * for {@code _}, the name contains one of a few words, such as {@code token} or {@code api-key}.
   */
  public static boolean isNamed(String name) {
    String spelled = name.toLowerCase(Locale.ROOT).replace('_', '-');
    return WORDS.stream().anyMatch(spelled::contains);
  }

  /** Returns the digest of a value. */
  public static String digest(String value) {
    return CACHE.digest(value);
  }

  /** Returns the text if it is a digest, or else its digest. */
  public static String masked(String text) {
    return DIGEST.matcher(text).matches() ? text : digest(text);
  }

  private static String compute(String value) {
    byte[] hash = SHA_256.get().digest(value.getBytes(StandardCharsets.UTF_8));
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
