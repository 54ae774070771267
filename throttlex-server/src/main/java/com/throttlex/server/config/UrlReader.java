package com.throttlex.server.config;

import com.throttlex.redis.Redis;
import com.throttlex.rules.yaml.Value;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the URLs of the counters' store and of the database. Of a wrong one only the scheme is
 * shown.
 */
final class UrlReader {
  static final String MEMORY = "memory:";

  private static final String SQLITE = "jdbc:sqlite:";
  private static final Pattern SCHEME = Pattern.compile("(jdbc:)?[a-z][a-z0-9+.-]*:");
  private static final List<String> SQL =
      List.of("jdbc:postgresql:", "jdbc:mysql:", "jdbc:mariadb:");

  private UrlReader() {}

  static @Nullable String store(Given given) {
    String text = given.value().text(MEMORY);
    if (text == null || text.equals(MEMORY)) {
      return text;
    }
    String scheme = scheme(text);
    if (scheme.startsWith("redis")) {
      return redis(given.value(), text);
    }
    refuse(given.value(), scheme, MEMORY + " or redis://HOST:PORT", SQL.contains(scheme));
    return null;
  }

  /** Only the scheme is shown, as the rest may contain a password. */
  private static @Nullable String redis(Value value, String text) {
    try {
      Redis.requireUrl(text);
      return text;
    } catch (IllegalArgumentException e) {
      value.wrong(scheme(text) + "…", Redis.URLS);
      return null;
    }
  }

  static @Nullable String database(Given given) {
    String expected = SQLITE + "FILE";
    String text = given.value().text(expected);
    if (text == null) {
      return null;
    }
    String scheme = scheme(text);
    if (!scheme.equals(SQLITE) || text.equals(SQLITE)) {
      refuse(given.value(), scheme, expected, SQL.contains(scheme));
      return null;
    }
    return resolved(given, text.substring(SQLITE.length()), expected);
  }

  /** A database in a file of its own. */
  static String sqlite(Path file) {
    return SQLITE + file;
  }

  private static void refuse(Value value, String scheme, String expected, boolean later) {
    String shown = scheme.isEmpty() ? "no URL" : scheme + "…";
    String reason = later ? ", as " + scheme + " is not available in this build" : "";
    value.wrong(shown, expected + reason);
  }

  private static String scheme(String text) {
    Matcher scheme = SCHEME.matcher(text);
    return scheme.lookingAt() ? scheme.group() : "";
  }

  /** A relative path starts from the folder of whoever gave it, but for names that are no paths. */
  private static @Nullable String resolved(Given given, String name, String expected) {
    if (name.startsWith(":") || name.startsWith("file:")) {
      return SQLITE + name;
    }
    int query = name.indexOf('?');
    String file = query < 0 ? name : name.substring(0, query);
    try {
      return sqlite(given.folder().resolve(file)) + (query < 0 ? "" : name.substring(query));
    } catch (InvalidPathException e) {
      given.value().wrong(SQLITE + "…", expected);
      return null;
    }
  }
}
