package com.throttlex.server.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON strictly: no comments, no member twice, nothing after the end, no deep nesting. */
final class JsonText {
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(32).build())
          .build();

  private JsonText() {}

  /**
   * The object that is written.
   *
   * @throws ProblemException with 400 when it is not the text of exactly one JSON object
   */
  static JsonObject object(String text) {
    if (read(text) instanceof JsonObject object) {
      return object;
    }
    throw wrong("not an object");
  }

  /**
   * The object that is written, or the objects of the list that is.
   *
   * @param most how many a list may have
   * @throws ProblemException with 400 when it is the text of something else
   */
  static List<JsonObject> objects(String text, int most) {
    Object read = read(text);
    List<JsonObject> objects = new ArrayList<>();
    for (Object element : read instanceof JsonArray list ? list : new JsonArray().add(read)) {
      if (!(element instanceof JsonObject object) || objects.size() == most) {
        String expected = "a JSON object, or a list of 1 to " + most;
        throw new ProblemException(400, "body: something else (expected: " + expected + ")");
      }
      objects.add(object);
    }
    if (objects.isEmpty()) {
      throw wrong("an empty list");
    }
    return objects;
  }

  private static @Nullable Object read(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        throw wrong("empty");
      }
      // An array shows what is in it as objects and arrays.
      Object read = new JsonArray(Arrays.asList(value(parser))).getValue(0);
      if (parser.nextToken() != null) {
        throw wrong("more than one value");
      }
      return read;
    } catch (JsonProcessingException e) {
      long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw wrong("malformed in line " + line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ProblemException wrong(String what) {
    return new ProblemException(400, "body: " + what + " (expected: a JSON object)");
  }

  private static Map<String, Object> members(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, value(parser));
    }
    return members;
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> members(parser);
      case START_ARRAY -> elements(parser);
      case VALUE_NULL -> null;
      case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      default -> parser.getText();
    };
  }

  private static List<@Nullable Object> elements(JsonParser parser) throws IOException {
    List<@Nullable Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(parser));
    }
    return elements;
  }
}
