package com.throttlex.rule;

import com.throttlex.key.SecretValue;
import com.throttlex.request.RequestContext;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One part of a key, such as {@code user} or {@code attribute:region}.
 *
 * <p>Keys contain the digest of a secret part, never the value in clear, see {@link SecretValue}.
 * The API key is secret, and so are headers and attributes with secret names.
 */
public final class KeyPart {
  private static final String EXPECTED =
      "one of user ip api-key endpoint method service tier global subject attribute:NAME"
          + " header:NAME";

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
    SUBJECT,
    ATTRIBUTE,
    HEADER;

    boolean isNamed() {
      return this == ATTRIBUTE || this == HEADER;
    }

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private final Kind kind;
  private final @Nullable String name;
  private final boolean secret;

  /**
   * Creates a part.
   *
   * @param kind the kind of the part
   * @param name the name of the attribute or header; null for other kinds
   */
  public KeyPart(Kind kind, @Nullable String name) {
    if (kind.isNamed() != (name != null) || (name != null && name.isEmpty())) {
      throw new IllegalArgumentException(
          "key: "
              + kind.text()
              + (name == null ? "" : ":" + name)
              + " (expected: "
              + EXPECTED
              + ")");
    }
    this.kind = kind;
    this.name = kind == Kind.HEADER && name != null ? name.toLowerCase(Locale.ROOT) : name;
    secret = kind == Kind.API_KEY || (name != null && SecretValue.isNamed(name));
  }

  /** Creates a part without a name. */
  public static KeyPart of(Kind kind) {
    return new KeyPart(kind, null);
  }

  /** Parses a part of the rule file. */
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

  /** Returns the kind of the part. */
  public Kind kind() {
    return kind;
  }

  /** Returns the name of the attribute or header; null for other kinds. */
  public @Nullable String name() {
    return name;
  }

  /** Returns whether the part is secret, so that keys contain its digest. */
  public boolean isSecret() {
    return secret;
  }

  /**
   * Returns the part's value in the request's keys: a digest if the part is secret, null if the
   * request lacks it. Only a rule knows its subject, so it is null here.
   */
  public @Nullable String value(RequestContext request) {
    String clear = clear(request);
    return clear == null ? null : inKeys(clear);
  }

  /** Returns the form in which keys contain a value of this part. */
  String inKeys(String clear) {
    return secret ? SecretValue.digest(clear) : clear;
  }

  /** Returns the form in which keys contain a printed value; a secret may be given in clear. */
  String printed(String value) {
    if (kind == Kind.SUBJECT) {
      return SubjectNames.printed(value);
    }
    return secret ? SecretValue.masked(value) : value;
  }

  /** Returns the part's value as the request has it, or null if the request lacks it. */
  @Nullable String clear(RequestContext request) {
    return switch (kind) {
      case USER -> request.user();
      case IP -> request.ip();
      case API_KEY -> request.apiKey();
      case ENDPOINT -> request.endpoint();
      case METHOD -> request.method();
      case SERVICE -> request.service();
      case TIER -> request.tier();
      case GLOBAL -> "";
      case SUBJECT -> null;
      case ATTRIBUTE -> request.attribute(name == null ? "" : name);
      case HEADER -> request.header(name == null ? "" : name);
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyPart part && kind == part.kind && Objects.equals(name, part.name);
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + Objects.hashCode(name);
  }

  /** The text that {@link #parse} reads back. */
  @Override
  public String toString() {
    return name == null ? kind.text() : kind.text() + ":" + name;
  }
}
