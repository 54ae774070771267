package com.throttlex.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a structured-field list of strings with parameters that are integers or strings: RFC 9651.
 */
final class StrictFields {
  /** One member of the list. */
  record Item(String name, Map<String, Object> parameters) {
    long number(String key) {
      return (Long) parameters.get(key);
    }
  }

  private final String text;
  private int at;

  private StrictFields(String text) {
    this.text = text;
  }

  static List<Item> read(String text) {
    StrictFields fields = new StrictFields(text);
    List<Item> items = new ArrayList<>();
    items.add(fields.item());
    while (fields.at < text.length()) {
      fields.expect(',');
      fields.expect(' ');
      items.add(fields.item());
    }
    return items;
  }

  private Item item() {
    String name = string();
    Map<String, Object> parameters = new LinkedHashMap<>();
    while (at < text.length() && text.charAt(at) == ';') {
      at++;
      String key = key();
      expect('=');
      Object value = text.charAt(at) == '"' ? string() : integer();
      require(parameters.put(key, value) == null, "each key once");
    }
    return new Item(name, parameters);
  }

  private String key() {
    int start = at;
    while (at < text.length() && text.charAt(at) >= 'a' && text.charAt(at) <= 'z') {
      at++;
    }
    require(at > start, "a key");
    return text.substring(start, at);
  }

  private Long integer() {
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    require(at > start && at - start <= 15, "1 to 15 digits");
    return Long.parseLong(text.substring(start, at));
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      require(c >= ' ' && c <= '~', "printable ASCII");
      if (c == '\\') {
        require(at < text.length(), "an escaped character");
        c = text.charAt(at++);
        require(c == '"' || c == '\\', "a quote or a backslash");
      }
      out.append(c);
    }
    expect('"');
    return out.toString();
  }

  private void expect(char c) {
    require(at < text.length() && text.charAt(at) == c, "'" + c + "'");
    at++;
  }

  private void require(boolean condition, String expected) {
    if (!condition) {
      throw new AssertionError("at " + at + " of " + text + " (expected: " + expected + ")");
    }
  }
}
