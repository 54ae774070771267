package com.throttlex.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads strict JSON: RFC 8259, whole numbers only, each member once, no raw surrogate halves. */
final class StrictJson {
  private final String text;
  private int at;

  private StrictJson(String text) {
    this.text = text;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(String text) {
    return (Map<String, Object>) read(text);
  }

  static Object read(String text) {
    StrictJson json = new StrictJson(text);
    Object value = json.value();
    json.require(json.at == text.length(), "the end");
    return value;
  }

  private Object value() {
    char c = peek();
    return switch (c) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    expect('{');
    while (peek() != '}') {
      if (!members.isEmpty()) {
        expect(',');
      }
      String name = string();
      require(!members.containsKey(name), "a new name, not " + name);
      expect(':');
      members.put(name, value());
    }
    at++;
    return members;
  }

  private List<Object> array() {
    List<Object> elements = new ArrayList<>();
    expect('[');
    while (peek() != ']') {
      if (!elements.isEmpty()) {
        expect(',');
      }
      elements.add(value());
    }
    at++;
    return elements;
  }

  private Object word(String word, Object value) {
    require(text.startsWith(word, at), word);
    at += word.length();
    return value;
  }

  private Long number() {
    int start = at;
    at += peek() == '-' ? 1 : 0;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    String digits = text.substring(start, at);
    require(Long.toString(Long.parseLong(digits)).equals(digits), "a number");
    return Long.parseLong(digits);
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (peek() != '"') {
      int c = text.codePointAt(at);
      require(c >= ' ' && !(c >= 0xd800 && c <= 0xdfff), "a character that may stand unescaped");
      at += Character.charCount(c);
      out.appendCodePoint(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private int escaped() {
    char c = peek();
    at++;
    int simple = "\"\\/bfnrt".indexOf(c);
    if (simple >= 0) {
      return "\"\\/\b\f\n\r\t".charAt(simple);
    }
    require(c == 'u' && at + 4 <= text.length(), "an escape");
    at += 4;
    return Integer.parseInt(text, at - 4, at, 16);
  }

  private char peek() {
    require(at < text.length(), "more");
    return text.charAt(at);
  }

  private void expect(char c) {
    require(peek() == c, "'" + c + "'");
    at++;
  }

  private void require(boolean condition, String expected) {
    if (!condition) {
      throw new AssertionError("at " + at + " of " + text + " (expected: " + expected + ")");
    }
  }
}
