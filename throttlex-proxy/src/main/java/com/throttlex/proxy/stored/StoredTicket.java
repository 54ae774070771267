package com.throttlex.proxy.stored;

import com.throttlex.proxy.ProxyRoute;
import com.throttlex.proxy.ProxySettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names of stored requests: eight digits that lead to the route, and 160 random bits that
 * nobody can guess, all in hexadecimal digits. Whoever has a ticket may read the answer.
 */
final class StoredTicket {
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{48}");
  private static final int ROUTE_BYTES = 4;
  private static final int RANDOM_BYTES = 20;
  private static final SecureRandom RANDOM = new SecureRandom();

  private StoredTicket() {}

  /** Returns a new ticket of a route. */
  static String create(ProxyRoute route) {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return prefix(route) + HexFormat.of().formatHex(random);
  }

  /** Returns the route of a ticket, or null if no route has such tickets. */
  static @Nullable ProxyRoute route(String ticket, ProxySettings settings) {
    return FORM.matcher(ticket).matches()
        ? settings.routes().stream()
            .filter(route -> ticket.startsWith(prefix(route)))
            .findFirst()
            .orElse(null)
        : null;
  }

  private static String prefix(ProxyRoute route) {
    return hash(route.id()).substring(0, 2 * ROUTE_BYTES);
  }

  /** Returns the SHA-256 of a text in hexadecimal digits. */
  static String hash(String text) {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(hash.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
