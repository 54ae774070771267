package com.throttlex.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.throttlex.key.SecretValue;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.ShownText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads checks from JSON: every member is optional, and whatever is unknown, of the wrong type or
 * there twice is a problem; all of them are found at once.
 */
final class CheckJson {
  private static final JsonFactory JSON = new JsonFactoryBuilder().build();
  private static final Map<String, Known> MEMBERS = known(members());

  /** Reads the value of one member. */
  private interface Member {
    void read(JsonParser json, String name, CheckBody to) throws IOException;
  }

  /** A member and the bit that says that it was there. */
  private record Known(Member member, int bit) {}

  private final JsonParser json;

  private CheckJson(JsonParser json) {
    this.json = json;
  }

  private static Map<String, Known> known(Map<String, Member> members) {
    Map<String, Known> known = new HashMap<>();
    members.forEach((name, member) -> known.put(name, new Known(member, 1 << known.size())));
    return known;
  }

  private static Map<String, Member> members() {
    Map<String, Member> members = new HashMap<>();
    members.put("user", text((body, value) -> body.user = value));
    members.put("ip", text((body, value) -> body.ip = value));
    members.put("apiKey", text((body, value) -> body.apiKey = value));
    members.put("endpoint", text((body, value) -> body.endpoint = value));
    members.put("method", text((body, value) -> body.method = value));
    members.put("service", text((body, value) -> body.service = value));
    members.put("tier", text((body, value) -> body.tier = value));
    members.put("priority", text((body, value) -> body.priority = value));
    members.put("identifier", text((body, value) -> body.identifier = value));
    members.put("dimension", text((body, value) -> body.dimension = value));
    members.put("idempotencyKey", text((body, value) -> body.idempotencyKey = value));
    members.put("ticket", text((body, value) -> body.ticket = value));
    members.put("cost", CheckJson::cost);
    members.put("reserve", CheckJson::reserve);
    members.put("attributes", CheckJson::attributes);
    return members;
  }

  /**
   * Reads one check.
   *
   * @throws InvalidRequestException when the text is no JSON object; problems of members are in the
   *     body
   */
  static CheckBody one(byte[] text) {
    return parse(text, reader -> reader.object("body"));
  }

  /**
   * Reads a list of checks.
   *
   * @throws InvalidRequestException when the text is no JSON array, or one of too many
   */
  static List<CheckBody> list(byte[] text, int most) {
    return parse(text, reader -> reader.array(most));
  }

  private interface Reading<T> {
    T read(CheckJson reader) throws IOException;
  }

  private static <T> T parse(byte[] text, Reading<T> reading) {
    try (JsonParser json = JSON.createParser(text)) {
      json.nextToken();
      T read = reading.read(new CheckJson(json));
      if (json.nextToken() != null) {
        throw invalid("body: more than one value (expected: nothing after the first)");
      }
      return read;
    } catch (JsonProcessingException e) {
      throw invalid(syntax(e));
    } catch (IOException e) { // bytes that are no text in the encoding that they seem to have
      throw invalid("body: malformed (expected: JSON in UTF-8)");
    }
  }

  private static InvalidRequestException invalid(String problem) {
    return new InvalidRequestException(List.of(problem));
  }

  private static String syntax(JsonProcessingException e) {
    String where =
        e.getLocation() == null
            ? ""
            : "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
    String kind = e instanceof JsonParseException ? "malformed" : "beyond limits";
    return "body: " + kind + " at " + where + " (expected: JSON)";
  }

  private List<CheckBody> array(int most) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw invalid("body: " + kind(json.currentToken()) + " (expected: a JSON array of checks)");
    }
    List<CheckBody> checks = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (checks.size() == most) {
        throw invalid("body: more than " + most + " checks (expected: at most " + most + ")");
      }
      checks.add(element());
    }
    return checks;
  }

  private CheckBody element() throws IOException {
    if (json.currentToken() == JsonToken.START_OBJECT) {
      return object("check");
    }
    CheckBody wrong = new CheckBody();
    wrong.problems.add("check: " + kind(json.currentToken()) + " (expected: a JSON object)");
    json.skipChildren();
    return wrong;
  }

  private CheckBody object(String what) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw invalid(what + ": " + kind(json.currentToken()) + " (expected: a JSON object)");
    }
    CheckBody body = new CheckBody();
    int seen = 0;
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      Known known = MEMBERS.get(name);
      if (known == null) {
        body.problems.add(
            ShownText.plain(name) + ": unknown member (expected: one of " + names() + ")");
        json.skipChildren();
      } else if ((seen & known.bit()) != 0) {
        body.problems.add(name + ": twice (expected: each member once)");
        json.skipChildren();
      } else {
        seen |= known.bit();
        known.member().read(json, name, body);
      }
    }
    return body;
  }

  private static String names() {
    return String.join(", ", MEMBERS.keySet().stream().sorted().toList());
  }

  private static Member text(BiConsumer<CheckBody, String> to) {
    return (json, name, body) -> {
      String text = textOrNull(json, name, body);
      if (text != null) {
        to.accept(body, text);
      }
    };
  }

  private static @Nullable String textOrNull(JsonParser json, String name, CheckBody body)
      throws IOException {
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      return json.getText();
    }
    unless(JsonToken.VALUE_NULL, json, name, body, "a text");
    return null;
  }

  private static void cost(JsonParser json, String name, CheckBody body) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_NUMBER_INT
        && json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      body.cost = json.getLongValue();
    } else {
      unless(JsonToken.VALUE_NULL, json, name, body, "a whole number");
    }
  }

  private static void reserve(JsonParser json, String name, CheckBody body) throws IOException {
    if (json.currentToken().isBoolean()) {
      body.reserve = json.getBooleanValue();
    } else {
      unless(JsonToken.VALUE_NULL, json, name, body, "true or false");
    }
  }

  private static void attributes(JsonParser json, String name, CheckBody body) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      unless(JsonToken.VALUE_NULL, json, name, body, "an object of texts");
      return;
    }
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      json.nextToken();
      String shown = "attributes." + ShownText.plain(key);
      String value = textOrNull(json, shown, body);
      if (value != null && !body.attribute(key, value)) {
        body.problems.add(shown + ": twice (expected: each attribute once)");
      }
    }
  }

  private static void unless(
      JsonToken fine, JsonParser json, String name, CheckBody body, String expected)
      throws IOException {
    if (json.currentToken() != fine) {
      String shown = SecretValue.isNamed(name) ? kind(json.currentToken()) : shown(json);
      body.problems.add(name + ": " + shown + " (expected: " + expected + ")");
      json.skipChildren();
    }
  }

  private static String shown(JsonParser json) throws IOException {
    return json.currentToken().isScalarValue()
        ? ShownText.plain(json.getText())
        : kind(json.currentToken());
  }

  private static String kind(@Nullable JsonToken token) {
    return token == null
        ? "nothing"
        : switch (token) {
          case START_OBJECT -> "an object";
          case START_ARRAY -> "an array";
          case VALUE_STRING -> "a text";
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
          case VALUE_TRUE, VALUE_FALSE -> "a boolean";
          default -> "null";
        };
  }
}
