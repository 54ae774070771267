package com.throttlex.server.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.throttlex.key.SecretValue;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestField;
import com.throttlex.request.ShownText;
import com.throttlex.server.json.StrictJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads checks from JSON. Every member is optional. A member that is unknown, repeated or of the
 * wrong type is a problem of its check; the check contains all its problems.
 */
final class CheckJson {
  private static final String OBJECT = "a JSON object";
  private static final Map<String, Member> MEMBERS = members();

  /** The kind of a member's value, and its index in the body. */
  private record Member(RequestField.Kind kind, int index) {}

  private final JsonParser json;
  private final CheckBody body = new CheckBody();

  private CheckJson(JsonParser json) {
    this.json = json;
  }

  private static Map<String, Member> members() {
    Map<String, Member> members = new HashMap<>();
    int index = 0;
    for (RequestField field : RequestField.ALL) {
      if (field.keyword() != null) {
        members.put(field.text(), new Member(field.kind(), index));
      }
      index++;
    }
    for (String name : CheckBody.OTHERS) {
      members.put(name, new Member(RequestField.Kind.TEXT, index++));
    }
    return members;
  }

  /**
   * Reads one check.
   *
   * @throws InvalidRequestException if the text is not a JSON object; problems of members are in
   *     the body
   */
  static CheckBody one(byte[] text) {
    return StrictJson.read(
        text,
        OBJECT,
        json -> {
          if (json.currentToken() != JsonToken.START_OBJECT) {
            throw StrictJson.wrong(kind(json.currentToken()), OBJECT);
          }
          return new CheckJson(json).object();
        });
  }

  /**
   * Reads a list of checks.
   *
   * @throws InvalidRequestException if the text is not a JSON array, or has too many elements
   */
  static List<CheckBody> list(byte[] text, int most) {
    String expected = "a JSON array of at most " + most + " checks";
    return StrictJson.read(
        text,
        expected,
        json -> {
          if (json.currentToken() != JsonToken.START_ARRAY) {
            throw StrictJson.wrong(kind(json.currentToken()), expected);
          }
          List<CheckBody> checks = new ArrayList<>();
          while (json.nextToken() != JsonToken.END_ARRAY) {
            if (checks.size() == most) {
              throw StrictJson.wrong("more than " + most + " checks", expected);
            }
            checks.add(new CheckJson(json).element());
          }
          return checks;
        });
  }

  private CheckBody element() throws IOException {
    if (json.currentToken() == JsonToken.START_OBJECT) {
      return object();
    }
    wrong("check", kind(json.currentToken()), OBJECT);
    return body;
  }

  private CheckBody object() throws IOException {
    int seen = 0; // a bit for each member
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      Member member = MEMBERS.get(name);
      if (member == null) {
        wrong(ShownText.plain(name), "unknown member", "one of " + names());
      } else if ((seen >> member.index & 1) != 0) {
        wrong(name, "twice", "each member once");
      } else {
        seen |= 1 << member.index;
        body.set(member.index, value(name, member.kind));
      }
    }
    return body;
  }

  private static String names() {
    return String.join(", ", MEMBERS.keySet().stream().sorted().toList());
  }

  /** Returns a value of that kind, or null if it is null or, after a problem, of another kind. */
  private @Nullable Object value(String name, RequestField.Kind kind) throws IOException {
    return switch (kind) {
      case TEXT -> text(name);
      case NUMBER ->
          json.currentToken() == JsonToken.VALUE_NUMBER_INT
                  && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER
              ? (Long) json.getLongValue()
              : nothing(name, "a whole number");
      case FLAG ->
          json.currentToken().isBoolean()
              ? (Boolean) json.getBooleanValue()
              : nothing(name, "true or false");
      case MAP ->
          json.currentToken() == JsonToken.START_OBJECT
              ? map(name)
              : nothing(name, "an object of texts");
    };
  }

  private @Nullable String text(String name) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      return json.getText();
    }
    nothing(name, "a text");
    return null;
  }

  private Map<String, String> map(String name) throws IOException {
    Map<String, String> map = new LinkedHashMap<>();
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      json.nextToken();
      String shown = name + "." + ShownText.plain(key);
      String value = text(shown);
      if (value != null && map.put(key, value) != null) {
        wrong(shown, "twice", "each name once");
      }
    }
    return map;
  }

  /** Returns null; adds a problem unless the value is null in JSON. */
  private @Nullable Object nothing(String name, String expected) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_NULL) {
      boolean hides = SecretValue.isNamed(name) || !json.currentToken().isScalarValue();
      wrong(name, hides ? kind(json.currentToken()) : ShownText.plain(json.getText()), expected);
    }
    return null;
  }

  /** Adds a problem with the current value, and skips it. */
  private void wrong(String name, String shown, String expected) throws IOException {
    body.wrong(name + ": " + shown + " (expected: " + expected + ")");
    json.skipChildren();
  }

  private static String kind(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a text";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      default -> "null";
    };
  }
}
