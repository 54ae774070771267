package com.throttlex.server.config;

import com.throttlex.jdbc.Dialect;
import com.throttlex.provider.StoreProvider;
import com.throttlex.provider.StoreProviders;
import com.throttlex.rules.yaml.Value;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the URLs of the store and of the database. Messages show only parts of a wrong URL that
 * cannot be a password.
 */
final class UrlReader {
  static final String MEMORY = "memory:";

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String SERVERS =
      "jdbc:postgresql://HOST:PORT/DATABASE, or the same with mariadb or mysql";
  private static final StoreProviders PROVIDERS = StoreProviders.onClasspath();
  private static final String STORES = PROVIDERS.forms();
  private static final String DATABASES = SQLITE + "FILE, " + SERVERS;
  private static final Pattern SCHEME = Pattern.compile("(jdbc:)?[a-z][a-z0-9+.-]*:");
  private static final Set<String> SQL = Set.of("jdbc:postgresql:", "jdbc:mysql:", "jdbc:mariadb:");

  /** The separator between the URLs of several stores; a URL may contain other commas. */
  private static final Pattern BETWEEN = Pattern.compile(",\\s*(?=jdbc:|rediss?://)");

  private UrlReader() {}

  /** A URL and the value that it comes from. */
  private record GivenUrl(Value value, String text) {}

  /** Returns one URL, or those of several stores of one kind. */
  static @Nullable List<String> store(Given given) {
    return urls(given.value());
  }

  /** Returns one URL, or those of several stores of one kind. */
  static @Nullable List<String> urls(Value value) {
    List<GivenUrl> urls = new ArrayList<>();
    List<Value> items = value.hidden().items();
    for (Value item : items) {
      String text = item.text(STORES);
      if (text != null) {
        BETWEEN.splitAsStream(text).forEach(url -> urls.add(new GivenUrl(item, url)));
      }
    }
    if (items.isEmpty()) {
      value.wrong(STORES);
    } else if (urls.size() == 1) {
      one(urls.get(0));
    } else {
      shards(urls);
    }
    return urls.isEmpty() ? null : urls.stream().map(GivenUrl::text).toList();
  }

  private static void one(GivenUrl url) {
    if (!url.text.equals(MEMORY)) {
      check(
          url,
          PROVIDERS.missingModule(url.text).orElse(STORES),
          provider -> provider.requireUrl(url.text));
    }
  }

  /** Keys are assigned to stores by names, so that each needs a clear one. */
  private static void shards(List<GivenUrl> urls) {
    Set<String> names = new HashSet<>();
    String expected = "one URL, or several of redis://HOST:PORT, or several of " + SERVERS;
    Set<String> schemes = new HashSet<>();
    for (GivenUrl url : urls) {
      check(
          url,
          expected,
          provider -> {
            Optional<String> name = provider.shard(url.text);
            schemes.add(provider.scheme());
            if (name.isEmpty() || schemes.size() > 1) {
              throw new IllegalArgumentException(expected);
            } else if (!names.add(name.get())) {
              url.value.wrong(name.get(), "each store once");
            }
          });
    }
  }

  /** Checks a URL with its provider, and reports a failure without what may be a password. */
  private static void check(GivenUrl url, String otherwise, Consumer<StoreProvider> check) {
    Optional<StoreProvider> provider = PROVIDERS.find(url.text);
    if (provider.isEmpty()) {
      url.value.wrong(shown(scheme(url.text)), otherwise);
      return;
    }
    try {
      check.accept(provider.get());
    } catch (IllegalArgumentException e) {
      url.value.wrong(provider.get().printable(url.text), String.valueOf(e.getMessage()));
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
      server(value, text);
    } else {
      value.wrong(shown(scheme), DATABASES);
    }
    return text;
  }

  private static void server(Value value, String url) {
    try {
      Dialect.requireUrl(url);
    } catch (IllegalArgumentException e) {
      value.wrong(Dialect.printable(url), SERVERS);
    }
  }

  /** Returns the URL of a database in a file. */
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

  /** Resolves a relative path against the folder of its source; other names stay. */
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
