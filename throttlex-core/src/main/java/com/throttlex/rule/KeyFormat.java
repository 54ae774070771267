package com.throttlex.rule;

import com.throttlex.key.KeyText;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Prints keys: {@code rule|part=value|…}; an anonymous value has no {@code =}. */
final class KeyFormat {
  private static final KeyPart[] SUBJECTS = {
    KeyPart.of(KeyPart.Kind.USER), KeyPart.of(KeyPart.Kind.API_KEY), KeyPart.of(KeyPart.Kind.IP)
  };

  private KeyFormat() {}

  static String text(String rule, KeyPart[] parts, Function<KeyPart, @Nullable String> values) {
    StringBuilder text = new StringBuilder(rule);
    for (KeyPart part : parts) {
      text.append('|');
      KeyText.append(text, part.toString());
      String value = values.apply(part);
      if (value != null && part.kind() != KeyPart.Kind.GLOBAL) {
        text.append('=');
        KeyText.append(text, value);
      }
    }
    return text.toString();
  }

  /** Returns the values in a printed key, secret values as digests, an anonymous value as null. */
  static Map<KeyPart, @Nullable String> parse(String rule, KeyPart[] parts, String text) {
    String[] fields = text.split("\\|", -1);
    boolean fits = fields.length == parts.length + 1 && fields[0].equals(rule);
    Map<KeyPart, @Nullable String> values = new HashMap<>();
    for (int i = 0; fits && i < parts.length; i++) {
      String name = KeyText.escape(parts[i].toString());
      String field = fields[i + 1];
      boolean global = parts[i].kind() == KeyPart.Kind.GLOBAL;
      if (field.equals(name)) {
        values.put(parts[i], global ? "" : null);
      } else if (field.startsWith(name + "=") && !global) {
        values.put(parts[i], value(parts[i], field.substring(name.length() + 1)));
      } else {
        fits = false;
      }
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "key: \""
              + shown(rule, parts, text)
              + "\" (expected: "
              + text(rule, parts, part -> "…")
              + ")");
    }
    return values;
  }

  private static String value(KeyPart part, String escaped) {
    try {
      return part.printed(KeyText.unescape(escaped));
    } catch (IllegalArgumentException e) {
      throw mayBeSecret(part)
          ? new IllegalArgumentException(
              "key: malformed value of "
                  + part
                  + " (expected: %, |, = and control characters as %XX)")
          : e;
    }
  }

  /** Returns a malformed key as error messages show it: without values that may be secret. */
  private static String shown(String rule, KeyPart[] parts, String text) {
    return Arrays.stream(parts).anyMatch(KeyFormat::mayBeSecret) ? rule + "|…" : text;
  }

  private static boolean mayBeSecret(KeyPart part) {
    return part.isSecret() || part.kind() == KeyPart.Kind.SUBJECT;
  }

  /**
   * Returns the user, else the API key, else the address, else the name of the matched subject,
   * else the value of the first part.
   */
  static String subject(KeyPart[] parts, Function<KeyPart, @Nullable String> values) {
    for (KeyPart wanted : SUBJECTS) {
      for (KeyPart part : parts) {
        if (part.equals(wanted)) {
          return escape(values.apply(part));
        }
      }
    }
    for (KeyPart part : parts) {
      String value = part.kind() == KeyPart.Kind.SUBJECT ? values.apply(part) : null;
      if (value != null) {
        return escape(SubjectNames.name(value));
      }
    }
    return escape(values.apply(parts[0]));
  }

  private static String escape(@Nullable String value) {
    return value == null ? "" : KeyText.escape(value);
  }
}
