package com.throttlex.spring.store;

import com.throttlex.provider.StoreConnection;
import com.throttlex.provider.StoreProvider;
import com.throttlex.provider.StoreProviders;
import com.throttlex.spring.InvalidThrottleXException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the store: the one that {@code throttlex.store} names, or one that the application has.
 */
final class StoreChoice {
  private static final String NAME = "throttlex.store";
  private static final List<String> MEMORY = List.of("memory:", "memory");
  private static final Pattern SCHEME = Pattern.compile("(jdbc:)?[a-z][a-z0-9+.-]*:");

  /** The beans of the stores that an application may have, by scheme. */
  private static final Map<String, String> BEANS =
      Map.of("redis", "LettuceConnectionFactory", "jdbc", "DataSource");

  private final List<ApplicationStore> application;
  private final StoreContext around;
  private final @Nullable ClassLoader loader;

  /** Returns the same choice for one of several stores. */
  StoreChoice named(String name) {
    return new StoreChoice(application, around.named(name), loader);
  }

  /**
   * Makes a choice.
   *
   * @param application the stores that the application has, the preferred one first
   * @param loader the class loader of the application, which finds the modules of stores
   */
  StoreChoice(
      List<ApplicationStore> application, StoreContext around, @Nullable ClassLoader loader) {
    this.application = application;
    this.around = around;
    this.loader = loader;
  }

  /** Returns counters in a store that the application has and whose module was added, or memory. */
  Counters whatIsThere() {
    return application.stream()
        .flatMap(store -> store.open(around.timeout()).stream())
        .findFirst()
        .map(this::begin)
        .orElseGet(this::memory);
  }

  /**
   * Returns counters in the store that the setting names.
   *
   * @throws InvalidThrottleXException when there is no such store
   */
  Counters by(String setting) {
    if (MEMORY.contains(setting)) {
      return memory();
    }
    StoreProviders providers = StoreProviders.onClasspath(loader);
    StoreProvider provider =
        providers
            .find(setting)
            .orElseThrow(() -> wrong(shown(setting), expected(setting, providers)));
    return begin(setting.equals(provider.scheme()) ? own(setting) : connection(provider, setting));
  }

  private static String expected(String setting, StoreProviders providers) {
    return providers
        .missingModule(setting)
        .orElseGet(() -> providers.forms() + ", or redis or jdbc for that of the application");
  }

  private StoreConnection own(String scheme) {
    return application.stream()
        .filter(store -> store.scheme().equals(scheme))
        .flatMap(store -> store.open(around.timeout()).stream())
        .findFirst()
        .orElseThrow(
            () ->
                wrong(
                    scheme,
                    BEANS.containsKey(scheme)
                        ? "an application with one "
                            + BEANS.get(scheme)
                            + ", or one that is primary, or a URL"
                        : "a URL"));
  }

  private StoreConnection connection(StoreProvider provider, String url) {
    try {
      provider.requireUrl(url);
    } catch (IllegalArgumentException e) {
      throw wrong(provider.printable(url), String.valueOf(e.getMessage()));
    }
    return provider.open(url, around.timeout());
  }

  private Counters begin(StoreConnection connection) {
    return new RemoteCounters(connection, around).begin();
  }

  private Counters memory() {
    return new MemoryCounters(around);
  }

  static InvalidThrottleXException wrong(String value, String expected) {
    return new InvalidThrottleXException(
        List.of(NAME + ": " + value + " (expected: " + expected + ")"));
  }

  /** Returns only the beginning of a setting that may contain a password. */
  private static String shown(String setting) {
    Matcher scheme = SCHEME.matcher(setting);
    if (scheme.lookingAt()) {
      return scheme.group() + "…";
    }
    return BEANS.containsKey(setting) ? setting : "no URL";
  }
}
