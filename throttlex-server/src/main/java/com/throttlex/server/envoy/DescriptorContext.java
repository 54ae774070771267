package com.throttlex.server.envoy;

import com.throttlex.protocol.envoy.RateLimitDescriptor;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts descriptors to requests.
 *
 * <p>The domain is the service, and every entry is an attribute of its name; an empty value is
 * {@code -}. A name that is in use gets {@code #2}, {@code #3} and so on. The attribute {@code
 * descriptor} has the keys of the entries in order, separated by {@code /}; {@code %} and {@code /}
 * in keys are escaped. An entry of that name gets {@code #2}. Entries with well-known names also
 * set the fields of the request, if they are well formed. So rules for other doors work for this
 * one.
 */
final class DescriptorContext {
  private static final String SHAPE = "descriptor";
  private static final int MAX_ENTRIES = 63; // one attribute is the list of keys

  private final int ipv6Prefix;

  DescriptorContext(int ipv6Prefix) {
    this.ipv6Prefix = ipv6Prefix;
  }

  /**
   * Returns the descriptor as a request.
   *
   * @param strict whether a malformed path is an error; otherwise it is left out
   * @throws InvalidRequestException when entries are too many, too long or without a key
   */
  RequestContext of(
      String domain, RateLimitDescriptor descriptor, long cost, boolean revocable, boolean strict) {
    List<RateLimitDescriptor.Entry> entries = descriptor.getEntriesList();
    if (entries.size() > MAX_ENTRIES) {
      throw DescriptorReader.invalid("entries", entries.size(), "at most " + MAX_ENTRIES);
    }
    RequestContextBuilder context =
        RequestContext.builder()
            .service(domain)
            .ipv6Prefix(ipv6Prefix)
            .cost(cost)
            .revocable(revocable)
            .passesUnruled(true);
    Set<String> taken = new HashSet<>();
    taken.add(SHAPE);
    for (int i = 0; i < entries.size(); i++) {
      String key = entries.get(i).getKey();
      String value = entries.get(i).getValue();
      context.attribute(name(key, entries.subList(0, i), taken), value.isEmpty() ? "-" : value);
      if (!value.isEmpty()) {
        identify(context, key, value, strict);
      }
    }
    return context.attribute(SHAPE, shape(entries)).build();
  }

  private static String name(
      String key, List<RateLimitDescriptor.Entry> before, Set<String> taken) {
    int number = 1;
    for (RateLimitDescriptor.Entry entry : before) {
      number += entry.getKey().equals(key) ? 1 : 0;
    }
    String name = number == 1 ? key : key + "#" + number;
    while (!taken.add(name)) {
      name = key + "#" + ++number;
    }
    return name;
  }

  private void identify(RequestContextBuilder context, String key, String value, boolean strict) {
    switch (key) {
      case "remote_address" -> context.ip(address(value));
      case "user", "user_id" -> context.user(value);
      case "api_key" -> context.apiKey(value);
      case "path" -> context.endpoint(strict ? value : path(value));
      case "method", ":method" -> context.method(value);
      default -> {}
    }
  }

  private @Nullable String address(String value) {
    try {
      return RequestContext.builder().ipv6Prefix(ipv6Prefix).ip(value).build().ip();
    } catch (InvalidRequestException e) {
      return null;
    }
  }

  private static @Nullable String path(String value) {
    try {
      return value.charAt(0) == '/'
          ? RequestContext.builder().endpoint(value).build().endpoint()
          : null;
    } catch (InvalidRequestException e) {
      return null;
    }
  }

  /** Returns a descriptor with the same keys and no values. */
  static RateLimitDescriptor withoutValues(RateLimitDescriptor descriptor) {
    RateLimitDescriptor.Builder bare = RateLimitDescriptor.newBuilder();
    for (RateLimitDescriptor.Entry entry : descriptor.getEntriesList()) {
      bare.addEntries(entry.toBuilder().clearValue());
    }
    return bare.build();
  }

  /** Returns the keys of the entries; null when there are none. */
  private static @Nullable String shape(List<RateLimitDescriptor.Entry> entries) {
    if (entries.size() == 1) {
      return escape(entries.get(0).getKey());
    }
    StringBuilder shape = new StringBuilder();
    for (RateLimitDescriptor.Entry entry : entries) {
      shape.append(shape.isEmpty() ? "" : "/").append(escape(entry.getKey()));
    }
    return entries.isEmpty() ? null : shape.toString();
  }

  private static String escape(String key) {
    return key.indexOf('%') < 0 && key.indexOf('/') < 0
        ? key
        : key.replace("%", "%25").replace("/", "%2F");
  }
}
