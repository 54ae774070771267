package com.throttlex.http;

import org.jspecify.annotations.Nullable;

/** Writes JSON (RFC 8259). The text can always be encoded as UTF-8. */
final class JsonWriter {
  private static final String HEX = "0123456789abcdef";

  private final StringBuilder out = new StringBuilder(512);

  /** Whether the next element needs a comma before it. */
  private boolean due;

  JsonWriter beginObject() {
    separate();
    out.append('{');
    due = false;
    return this;
  }

  JsonWriter endObject() {
    out.append('}');
    due = true;
    return this;
  }

  /** Begins a member that is an array. */
  JsonWriter beginArray(String name) {
    name(name);
    out.append('[');
    due = false;
    return this;
  }

  JsonWriter endArray() {
    out.append(']');
    due = true;
    return this;
  }

  JsonWriter member(String name, @Nullable String value) {
    name(name);
    if (value == null) {
      out.append("null");
    } else {
      string(value);
    }
    return this;
  }

  JsonWriter member(String name, long value) {
    name(name);
    out.append(value);
    return this;
  }

  JsonWriter member(String name, boolean value) {
    name(name);
    out.append(value);
    return this;
  }

  JsonWriter element(String value) {
    separate();
    string(value);
    return this;
  }

  /** Names are constants of the code and need no escaping. */
  private void name(String name) {
    out.append(due ? ",\"" : "\"").append(name).append("\":");
    due = true;
  }

  private void separate() {
    if (due) {
      out.append(',');
    }
    due = true;
  }

  private void string(String text) {
    if (isPlain(text)) {
      out.append('"').append(text).append('"');
    } else {
      escaped(text);
    }
  }

  /** Returns whether the text needs no escaping, as most texts do. */
  static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }

  private void escaped(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || isUnpaired(text, i)) {
        escape(c);
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private static boolean isUnpaired(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }

  private void escape(char c) {
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(HEX.charAt(c >> shift & 0xf));
        }
      }
    }
  }

  /** The text so far. */
  @Override
  public String toString() {
    return out.toString();
  }
}
