package com.throttlex.rule;

import com.throttlex.request.RequestContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One part of what gets a counter of its own, such as {@code user} or {@code attribute:region}.
 *
 * @param kind which part of the request
 * @param name the attribute's or header's name; null for the others
 */
public record KeyPart(Kind kind, @Nullable String name) {
  private static final String EXPECTED =
      "one of user ip api-key endpoint method service tier global attribute:NAME header:NAME";

  /** The parts of a request that a key can be made of. */
  public enum Kind {
    USER,
    IP,
    API_KEY,
    ENDPOINT,
    METHOD,
    SERVICE,
    TIER,
    GLOBAL,
    ATTRIBUTE,
    HEADER;

    boolean isNamed() {
      return this == ATTRIBUTE || this == HEADER;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public KeyPart {
    if (kind.isNamed() != (name != null) || (name != null && name.isEmpty())) {
      throw new IllegalArgumentException(
          "key: "
              + kind.text()
              + (name == null ? "" : ":" + name)
              + " (expected: "
              + EXPECTED
              + ")");
    }
    if (kind == Kind.HEADER && name != null) {
      name = name.toLowerCase(Locale.ROOT);
    }
  }

  /** A part without a name. */
  public static KeyPart of(Kind kind) {
    return new KeyPart(kind, null);
  }

  /** Reads a part as the rule file writes it. */
  public static KeyPart parse(String text) {
    int colon = text.indexOf(':');
    String head = colon < 0 ? text : text.substring(0, colon);
    for (Kind kind : Kind.values()) {
      if (kind.text().equals(head)
          && kind.isNamed() == (colon >= 0)
          && colon != text.length() - 1) {
        return new KeyPart(kind, colon < 0 ? null : text.substring(colon + 1));
      }
    }
    throw new IllegalArgumentException("key: \"" + text + "\" (expected: " + EXPECTED + ")");
  }

  /** The part's value in the request, or null when the request lacks it. */
  public @Nullable String value(RequestContext request) {
    return switch (kind) {
      case USER -> request.user();
      case IP -> request.ip();
      case API_KEY -> request.apiKey();
      case ENDPOINT -> request.endpoint();
      case METHOD -> request.method();
      case SERVICE -> request.service();
      case TIER -> request.tier();
      case GLOBAL -> "";
      case ATTRIBUTE -> request.attribute(name == null ? "" : name);
      case HEADER -> request.header(name == null ? "" : name);
    };
  }

  /** The text that {@link #parse} reads back. */
  @Override
  public String toString() {
    return name == null ? kind.text() : kind.text() + ":" + name;
  }
}
