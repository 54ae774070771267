package com.throttlex.provider;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The providers of the stores whose modules are on the classpath. */
public final class StoreProviders {
  /** The schemes of ThrottleX's own modules, which are named after them. */
  private static final List<String> MODULES = List.of("redis", "jdbc");

  private final List<StoreProvider> providers;

  private StoreProviders(List<StoreProvider> providers) {
    this.providers = providers;
  }

  /** Returns the providers that the class loader of ThrottleX finds. */
  public static StoreProviders onClasspath() {
    return onClasspath(StoreProvider.class.getClassLoader());
  }

  /** Returns the providers that a class loader finds. */
  public static StoreProviders onClasspath(@Nullable ClassLoader loader) {
    return new StoreProviders(
        ServiceLoader.load(StoreProvider.class, loader).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(provider -> provider.form().length()))
            .toList());
  }

  /** Returns the provider of a URL, or of a scheme alone; the longest scheme that fits wins. */
  public Optional<StoreProvider> find(String url) {
    return providers.stream()
        .filter(provider -> isOf(provider.scheme(), url))
        .max(Comparator.comparing(provider -> provider.scheme().length()));
  }

  private static boolean isOf(String scheme, String url) {
    return url.equals(scheme) || url.matches("(?s)" + scheme + "[a-z+-]*:.*");
  }

  /** Returns the dependency that a URL without provider needs; empty if no module is known. */
  public Optional<String> missingModule(String url) {
    return MODULES.stream()
        .filter(scheme -> isOf(scheme, url) && find(url).isEmpty())
        .map(scheme -> "the dependency com.throttlex:throttlex-" + scheme)
        .findFirst();
  }

  /** Returns the forms of the URLs of counters: {@code memory:}, then the short ones first. */
  public String forms() {
    return Stream.concat(Stream.of("memory:"), providers.stream().map(StoreProvider::form))
        .collect(Collectors.joining(", "));
  }
}
