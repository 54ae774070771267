package com.throttlex.rule;

import com.throttlex.key.SecretValue;
import com.throttlex.request.Addresses;
import com.throttlex.request.RequestContext;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of clients, each of which may be a user, an address or an API key.
 *
 * <p>A request is of a subject if its user or its API key is that name, or its address is that
 * address in any spelling. An API key may be named by its digest ({@link SecretValue}).
 *
 * <p>The key part {@code subject} says by which of them a request matched: {@code user:NAME},
 * {@code ip:ADDRESS} or {@code api-key:DIGEST}. A client can send any API key, so it must not share
 * a counter with the user of that name.
 */
public final class SubjectNames {
  /** No names: a match that does not ask for a subject. */
  public static final SubjectNames ANY = of(Set.of());

  private static final String USER = "user:";
  private static final String IP = "ip:";
  private static final String API_KEY = "api-key:";

  private final Set<String> names;

  // The values of the key part, so that checks do not build texts.
  private final Map<String, String> byUser = new LinkedHashMap<>();
  private final Map<String, String> byAddress = new LinkedHashMap<>();
  private final Map<String, String> byDigest = new LinkedHashMap<>();

  private SubjectNames(Set<String> names) {
    this.names = names;
    for (String name : names) {
      byUser.put(name, USER + name);
      String address = address(name);
      if (address != null) {
        byAddress.put(address, IP + address);
      }
      String digest = SecretValue.masked(name);
      byDigest.put(digest, API_KEY + digest);
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

  /** Returns all values of the key part {@code subject}. */
  public Set<String> values() {
    Set<String> values = new LinkedHashSet<>(byUser.values());
    values.addAll(byAddress.values());
    values.addAll(byDigest.values());
    return values;
  }

  /**
   * Returns the value of the key part {@code subject}: by the user, else by the address, else by
   * the API key; null if the request is of none of the subjects.
   */
  @Nullable String value(RequestContext request) {
    String user = request.user();
    String value = user == null ? null : byUser.get(user);
    if (value == null) {
      String address = Match.among(byAddress.keySet(), request.ip());
      value = address == null ? null : byAddress.get(address);
    }
    String apiKey = request.apiKey();
    return value == null && apiKey != null ? byDigest.get(SecretValue.digest(apiKey)) : value;
  }

  /** Returns the form in which keys contain a printed value; an API key may be given in clear. */
  static String printed(String value) {
    return value.startsWith(API_KEY)
        ? API_KEY + SecretValue.masked(value.substring(API_KEY.length()))
        : value;
  }

  /** Returns the user, address or digest of a value. */
  static String name(String value) {
    return value.substring(value.indexOf(':') + 1);
  }

  /** Returns the values of key parts under which the requests of the subjects are found. */
  Map<KeyPart, Set<String>> exact() {
    Map<KeyPart, Set<String>> exact = new LinkedHashMap<>();
    exact.put(KeyPart.of(KeyPart.Kind.USER), names);
    exact.put(KeyPart.of(KeyPart.Kind.API_KEY), byDigest.keySet());
    exact.put(KeyPart.of(KeyPart.Kind.IP), Match.regions(byAddress.keySet()));
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
