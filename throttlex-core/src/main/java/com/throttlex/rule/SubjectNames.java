package com.throttlex.rule;

import com.throttlex.key.SecretValue;
import com.throttlex.request.Addresses;
import com.throttlex.request.RequestContext;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Names of clients, each of which may be a user, an address or an API key.
 *
 * <p>A request is of a subject if its user or its API key is that name, or its address is that
 * address in any spelling. An API key may be named by its digest ({@link SecretValue}).
 */
public final class SubjectNames {
  /** No names: a match that does not ask for a subject. */
  public static final SubjectNames ANY = of(Set.of());

  private final Set<String> names;
  private final Set<String> digests;
  private final Set<String> addresses = new LinkedHashSet<>();

  private SubjectNames(Set<String> names) {
    this.names = names;
    digests = names.stream().map(SecretValue::masked).collect(Collectors.toUnmodifiableSet());
    for (String name : names) {
      String address = address(name);
      if (address != null) {
        addresses.add(address);
      }
    }
  }

  /** Creates the subjects of these names. */
  public static SubjectNames of(Set<String> names) {
    return new SubjectNames(Ordered.set(names));
  }

  /**
   * Returns the canonical text of a name that is an address, or an IPv6 network of at least 48
   * bits; null for any other name.
   */
  public static @Nullable String address(String name) {
    String address = Addresses.canonicalOrNull(name, Addresses.ALL_BITS);
    return address == null || Addresses.region(address) == null ? null : address;
  }

  /** The names, in order. */
  public Set<String> names() {
    return names;
  }

  /** Returns whether there are no names. */
  public boolean isEmpty() {
    return names.isEmpty();
  }

  /** Returns whether the request is of one of the subjects. */
  boolean include(RequestContext request) {
    String user = request.user();
    String apiKey = request.apiKey();
    return (user != null && names.contains(user))
        || (apiKey != null && digests.contains(SecretValue.digest(apiKey)))
        || Match.isFrom(addresses, request.ip());
  }

  /** Returns the values of key parts under which the requests of the subjects are found. */
  Map<KeyPart, Set<String>> exact() {
    Map<KeyPart, Set<String>> exact = new LinkedHashMap<>();
    exact.put(KeyPart.of(KeyPart.Kind.USER), names);
    exact.put(KeyPart.of(KeyPart.Kind.API_KEY), digests);
    exact.put(KeyPart.of(KeyPart.Kind.IP), Match.regions(addresses));
    exact.values().removeIf(Set::isEmpty);
    return exact;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SubjectNames of && names.equals(of.names);
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  @Override
  public String toString() {
    return names.toString();
  }
}
