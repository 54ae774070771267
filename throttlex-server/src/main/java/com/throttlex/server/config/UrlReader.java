package com.throttlex.server.config;

import com.throttlex.jdbc.Dialect;
import com.throttlex.redis.Redis;
import com.throttlex.rules.yaml.Value;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the URLs of the counters' store and of the database. Of a wrong one only what cannot be a
 * password is shown.
 */
final class UrlReader {
  static final String MEMORY = "memory:";

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String SERVERS =
      "jdbc:postgresql://HOST:PORT/DATABASE, or the same with mariadb or mysql";
  private static final String STORES = MEMORY + ", redis://HOST:PORT, " + SERVERS;
  private static final String DATABASES = SQLITE + "FILE, " + SERVERS;
  private static final Pattern SCHEME = Pattern.compile("(jdbc:)?[a-z][a-z0-9+.-]*:");
  private static final Set<String> SQL = Set.of("jdbc:postgresql:", "jdbc:mysql:", "jdbc:mariadb:");

  /** What stands between the URLs of several databases; one URL may have commas of its own. */
  private static final Pattern BETWEEN = Pattern.compile(",\\s*(?=jdbc:)");

  private UrlReader() {}

  /** A URL and who gave it. */
  private record GivenUrl(Value value, String text) {}

  /** One URL, or those of several databases. */
  static @Nullable List<String> store(Given given) {
    List<GivenUrl> urls = new ArrayList<>();
    List<Value> items = given.value().hidden().items();
    for (Value item : items) {
      String text = item.text(STORES);
      if (text != null) {
        BETWEEN.splitAsStream(text).forEach(url -> urls.add(new GivenUrl(item, url)));
      }
    }
    if (items.isEmpty()) {
      given.value().wrong(STORES);
    } else if (urls.size() == 1) {
      one(urls.get(0));
    } else {
      shards(urls);
    }
    return urls.isEmpty() ? null : urls.stream().map(GivenUrl::text).toList();
  }

  private static void one(GivenUrl url) {
    String scheme = scheme(url.text);
    if (SQL.contains(scheme)) {
      server(url);
    } else if (scheme.startsWith("redis")) {
      redis(url);
    } else if (!url.text.equals(MEMORY)) {
      url.value.wrong(shown(scheme), STORES);
    }
  }

  /** Only the scheme is shown, as the rest may contain a password. */
  private static void redis(GivenUrl url) {
    try {
      Redis.requireUrl(url.text);
    } catch (IllegalArgumentException e) {
      url.value.wrong(shown(scheme(url.text)), Redis.URLS);
    }
  }

  private static void server(GivenUrl url) {
    try {
      Dialect.requireUrl(url.text);
    } catch (IllegalArgumentException e) {
      url.value.wrong(Dialect.printable(url.text), SERVERS);
    }
  }

  /** Keys are placed by hosts and names, so that these have to be clear. */
  private static void shards(List<GivenUrl> urls) {
    Set<String> places = new HashSet<>();
    for (GivenUrl url : urls) {
      String place = Dialect.place(url.text).orElse("");
      if (!SQL.contains(scheme(url.text))) {
        url.value.wrong(shown(scheme(url.text)), "one URL, or several of " + SERVERS);
      } else if (place.isEmpty()) {
        url.value.wrong(Dialect.printable(url.text), SERVERS + ", with %40 for @ in a password");
      } else if (!places.add(place)) {
        url.value.wrong(place, "each database once");
      }
    }
  }

  static @Nullable String database(Given given) {
    Value value = given.value().hidden();
    String text = value.text(DATABASES);
    if (text == null) {
      return null;
    }
    String scheme = scheme(text);
    if (scheme.equals(SQLITE) && !text.equals(SQLITE)) {
      return resolved(given, text.substring(SQLITE.length()));
    } else if (SQL.contains(scheme)) {
      server(new GivenUrl(value, text));
    } else {
      value.wrong(shown(scheme), DATABASES);
    }
    return text;
  }

  /** A database in a file of its own. */
  static String sqlite(Path file) {
    return SQLITE + file;
  }

  private static String shown(String scheme) {
    return scheme.isEmpty() ? "no URL" : scheme + "…";
  }

  private static String scheme(String text) {
    Matcher scheme = SCHEME.matcher(text);
    return scheme.lookingAt() ? scheme.group() : "";
  }

  /** A relative path starts from the folder of whoever gave it, but for names that are no paths. */
  private static @Nullable String resolved(Given given, String name) {
    if (name.startsWith(":") || name.startsWith("file:")) {
      return SQLITE + name;
    }
    int query = name.indexOf('?');
    String file = query < 0 ? name : name.substring(0, query);
    try {
      return sqlite(given.folder().resolve(file)) + (query < 0 ? "" : name.substring(query));
    } catch (InvalidPathException e) {
      given.value().wrong(SQLITE + "…", DATABASES);
      return null;
    }
  }
}
