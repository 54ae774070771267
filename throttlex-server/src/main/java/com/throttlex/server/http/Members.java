package com.throttlex.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.throttlex.adaptive.Outcome;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.ShownText;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of a small JSON object, read strictly: whatever is unknown, missing, of the wrong
 * type or there twice is a problem, and {@link #finish} names all of them.
 */
final class Members {
  private static final JsonFactory STRICT =
      new JsonFactoryBuilder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final int LONGEST_TEXT = RequestContext.MAX_TEXT;

  private final JsonObject json;
  private final List<String> problems = new ArrayList<>(0);

  private Members(JsonObject json) {
    this.json = json;
  }

  /**
   * Reads an object that may have those members.
   *
   * @throws InvalidRequestException when the text is no JSON object
   */
  static Members read(byte[] body, String... known) {
    Members members = new Members(object(body));
    Set<String> names = Set.of(known);
    String expected = String.join(", ", names.stream().sorted().toList());
    for (String name : members.json.fieldNames()) {
      if (!names.contains(name)) {
        members.problems.add(
            ShownText.plain(name) + ": unknown member (expected: one of " + expected + ")");
      }
    }
    return members;
  }

  private static JsonObject object(byte[] body) {
    try (JsonParser json = STRICT.createParser(body)) {
      while (json.nextToken() != null) {} // finds what is there twice
      return new JsonObject(Buffer.buffer(body));
    } catch (IOException | DecodeException | ClassCastException e) {
      throw new InvalidRequestException(
          List.of("body: malformed (expected: a JSON object, each member once)"));
    }
  }

  /** A text that has to be there; empty when it is not, which is a problem. */
  String text(String name) {
    return text(name, json.getValue(name));
  }

  /** A text that may be missing. */
  @Nullable String optionalText(String name) {
    Object value = json.getValue(name);
    return value == null ? null : text(name, value);
  }

  private String text(String name, @Nullable Object value) {
    if (value instanceof String text && !text.isEmpty() && text.length() <= LONGEST_TEXT) {
      return text;
    }
    String expected = "a text of 1 to " + LONGEST_TEXT + " characters";
    problems.add(name + ": " + shown(value) + " (expected: " + expected + ")");
    return "";
  }

  /** A list of texts that has to be there. */
  List<String> texts(String name, int most) {
    Object value = json.getValue(name);
    if (value instanceof JsonArray array && !array.isEmpty() && array.size() <= most) {
      return array.stream().map(element -> text(name, element)).toList();
    }
    String expected = "an array of 1 to " + most + " texts";
    problems.add(name + ": " + shown(value) + " (expected: " + expected + ")");
    return List.of();
  }

  /** A number that has to be there. */
  long number(String name, long least, long most) {
    Object value = json.getValue(name);
    if ((value instanceof Integer || value instanceof Long)
        && ((Number) value).longValue() >= least
        && ((Number) value).longValue() <= most) {
      return ((Number) value).longValue();
    }
    String expected = "a whole number from " + least + " to " + most;
    problems.add(name + ": " + shown(value) + " (expected: " + expected + ")");
    return least;
  }

  /** A number that may be missing. */
  long number(String name, long least, long most, long otherwise) {
    return json.getValue(name) == null ? otherwise : number(name, least, most);
  }

  /** What came of some work; success when nothing is said. */
  Outcome outcome(String name) {
    Object value = json.getValue(name);
    if (value == null) {
      return Outcome.SUCCESS;
    }
    for (Outcome outcome : Outcome.values()) {
      if (outcome.text().equals(value)) {
        return outcome;
      }
    }
    problems.add(name + ": " + shown(value) + " (expected: success, failure, dropped or unknown)");
    return Outcome.SUCCESS;
  }

  /**
   * Ends the reading.
   *
   * @throws InvalidRequestException with every problem, if there are any
   */
  void finish() {
    if (!problems.isEmpty()) {
      throw new InvalidRequestException(problems);
    }
  }

  private static String shown(@Nullable Object value) {
    return value == null ? "missing" : ShownText.plain(value.toString());
  }
}
