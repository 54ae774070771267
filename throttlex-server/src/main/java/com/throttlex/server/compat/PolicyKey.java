package com.throttlex.server.compat;

import com.throttlex.key.SecretValue;
import com.throttlex.request.Addresses;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.ShownText;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rule.Match;
import com.throttlex.rule.SubjectNames;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The key of a policy: a bare name, or named parts such as {@code user:123|route:/v1/pay}.
 *
 * <p>A bare name means the user, the address or the API key that equals it. Parts may be given in
 * any order; the text has them in the order of {@link Part}, each value in the form that requests
 * have. So two spellings are one key. An {@code apikey:} is replaced by its digest.
 *
 * @param text the canonical text
 * @param bare the name; null if there are parts
 * @param parts the values by part; empty if there is a bare name
 */
record PolicyKey(String text, @Nullable String bare, Map<Part, String> parts) {
  /** A named part, in the canonical order. */
  enum Part {
    USER,
    IP,
    APIKEY,
    ROUTE;

    String prefix() {
      return name().toLowerCase(Locale.ROOT) + ":";
    }
  }

  private static final String PARTS = "parts of user:, ip:, apikey: and route:, each at most once";
  private static final Pattern BORDER = Pattern.compile("\\|(?=(?:user|ip|apikey|route):)");

  /** Creates a key of a bare name. */
  static PolicyKey ofBare(String name) {
    return new PolicyKey(name, name, Map.of());
  }

  /** Creates a key of parts, whose values are canonical. */
  static PolicyKey ofParts(Map<Part, String> parts) {
    Map<Part, String> ordered = new EnumMap<>(parts);
    String text =
        ordered.entrySet().stream()
            .map(part -> part.getKey().prefix() + part.getValue())
            .collect(Collectors.joining("|"));
    return new PolicyKey(text, null, ordered);
  }

  /**
   * Parses a key.
   *
   * @throws InvalidRequestException with every reason why no request can have this key
   */
  static PolicyKey parse(String text) {
    String[] fields = BORDER.split(text, -1);
    if (partOf(fields[0]) == null) {
      return bare(text, fields.length > 1);
    }
    Map<Part, String> parts = new EnumMap<>(Part.class);
    List<String> problems = new ArrayList<>();
    for (String field : fields) {
      Part part = partOf(field);
      if (part == null || parts.containsKey(part)) {
        throw wrong(field, PARTS);
      }
      try {
        parts.put(part, canonical(part, field.substring(part.prefix().length())));
      } catch (InvalidRequestException e) {
        problems.addAll(e.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidRequestException(problems);
    }
    return ofParts(parts);
  }

  private static @Nullable Part partOf(String field) {
    for (Part part : Part.values()) {
      if (field.startsWith(part.prefix())) {
        return part;
      }
    }
    return null;
  }

  private static PolicyKey bare(String name, boolean hasParts) {
    String address = SubjectNames.address(name);
    int slash = name.indexOf('/');
    if (hasParts) {
      throw wrong(name, PARTS);
    } else if (slash == 0) {
      throw wrong(name, "route:" + name + " for a path, or user:" + name + " for a user");
    } else if (address == null
        && slash > 0
        && Addresses.canonicalOrNull(name.substring(0, slash), Addresses.ALL_BITS) != null) {
      throw wrong(name, "one address, or an IPv6 network of at least 48 bits");
    }
    if (address == null) {
      RequestContext.ofUser(name);
    }
    return ofBare(address == null ? name : address);
  }

  private static String canonical(Part part, String value) {
    RequestContextBuilder request = RequestContext.builder();
    return switch (part) {
      case USER -> {
        request.user(value).build();
        yield value;
      }
      case IP -> Addresses.canonical(value, Addresses.ALL_BITS);
      case APIKEY -> {
        request.apiKey(value).build();
        yield SecretValue.masked(value);
      }
      case ROUTE -> route(String.valueOf(request.endpoint(value).build().endpoint()));
    };
  }

  private static String route(String path) {
    try {
      EndpointPattern.parse(path);
    } catch (IllegalArgumentException e) {
      throw wrong("route:" + path, "a path");
    }
    if (path.indexOf('*') >= 0 || path.indexOf('{') >= 0) {
      throw wrong("route:" + path, "a path without wildcards, which only rules have");
    }
    return path;
  }

  private static InvalidRequestException wrong(String value, String expected) {
    return new InvalidRequestException(
        List.of("key: " + ShownText.quoted(value) + " (expected: " + expected + ")"));
  }

  /** Returns the key that a match is for; null if it is for more than one key. */
  static @Nullable PolicyKey of(Match match) {
    if (match.subjects().names().size() == 1) {
      return ofBare(match.subjects().names().iterator().next());
    }
    Map<Part, String> parts = new EnumMap<>(Part.class);
    put(Part.USER, match.users(), parts);
    put(Part.IP, match.ips(), parts);
    put(Part.APIKEY, match.apiKeys(), parts);
    if (match.endpoint() != null) {
      parts.put(Part.ROUTE, match.endpoint().toString());
    }
    return parts.isEmpty() ? null : ofParts(parts);
  }

  private static void put(Part part, Set<String> values, Map<Part, String> to) {
    if (values.size() == 1) {
      to.put(part, values.iterator().next());
    }
  }

  /** Returns the match of the requests that have this key. */
  Match match() {
    if (bare != null) {
      return Match.ALL.with(SubjectNames.of(Set.of(bare)));
    }
    String route = parts.get(Part.ROUTE);
    return new Match(
        route == null ? null : EndpointPattern.parse(route),
        Set.of(),
        Set.of(),
        Map.of(),
        Set.of(),
        Set.of(),
        values(Part.USER),
        values(Part.IP),
        values(Part.APIKEY));
  }

  /** Returns whether it is a bare name that is an address. */
  boolean isAddress() {
    return bare != null && SubjectNames.address(bare) != null;
  }

  private Set<String> values(Part part) {
    String value = parts.get(part);
    return value == null ? Set.of() : Set.of(value);
  }
}
