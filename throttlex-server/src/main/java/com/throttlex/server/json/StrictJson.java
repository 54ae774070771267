package com.throttlex.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.throttlex.request.InvalidRequestException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A strict JSON reader: no comments, nothing after the end; in trees also no repeated member and no
 * deep nesting. Any other text causes an {@link InvalidRequestException}.
 */
public final class StrictJson {
  private static final String OBJECT = "a JSON object";
  private static final JsonFactory STREAMS = new JsonFactoryBuilder().build();
  private static final JsonFactory TREES =
      new JsonFactoryBuilder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(32).build())
          .build();

  /** Reads a value from a parser that is at its first token. */
  public interface Reading<T> {
    /** Returns the value, and leaves the parser at its last token. */
    T read(JsonParser json) throws IOException;
  }

  private StrictJson() {}

  /** Reads a text without building a tree; the reading has to find repeated members itself. */
  public static <T> T read(byte[] text, String expected, Reading<T> reading) {
    return read(STREAMS, text, expected, reading);
  }

  /** Reads an object. */
  public static JsonObject object(byte[] text) {
    return object(tree(text));
  }

  /** Reads an object. */
  public static JsonObject object(String text) {
    return object(tree(text));
  }

  /** Reads an object, or a list of 1 to {@code most} objects. */
  public static List<JsonObject> objects(String text, int most) {
    Object read = tree(text);
    List<JsonObject> objects = new ArrayList<>();
    for (Object element : read instanceof JsonArray list ? list : new JsonArray().add(read)) {
      if (!(element instanceof JsonObject object) || objects.size() == most) {
        throw wrong("something else", "a JSON object, or a list of 1 to " + most);
      }
      objects.add(object);
    }
    if (objects.isEmpty()) {
      throw wrong("an empty list", OBJECT);
    }
    return objects;
  }

  private static JsonObject object(@Nullable Object read) {
    if (read instanceof JsonObject object) {
      return object;
    }
    throw wrong("not an object", OBJECT);
  }

  private static <T> T read(JsonFactory factory, Object text, String expected, Reading<T> reading) {
    try (JsonParser json = open(factory, text)) {
      if (json.nextToken() == null) {
        throw wrong("empty", expected);
      }
      T read = reading.read(json);
      if (json.nextToken() != null) {
        throw wrong("more than one value", expected);
      }
      return read;
    } catch (JsonProcessingException e) {
      throw wrong("malformed" + place(e), expected);
    } catch (NumberFormatException e) { // Jackson's, for an exponent beyond 32 bits
      throw wrong("a number that is too large or too small", expected);
    } catch (IOException e) { // the bytes are not text in the detected encoding
      throw wrong("malformed", expected + " in UTF-8");
    }
  }

  private static JsonParser open(JsonFactory factory, Object text) throws IOException {
    return text instanceof byte[] bytes
        ? factory.createParser(bytes)
        : factory.createParser((String) text);
  }

  private static String place(JsonProcessingException e) {
    return e.getLocation() == null
        ? ""
        : " in line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
  }

  /** Returns an exception for a body that is not as expected. */
  public static InvalidRequestException wrong(String body, String expected) {
    return new InvalidRequestException(List.of("body: " + body + " (expected: " + expected + ")"));
  }

  private static @Nullable Object tree(Object text) {
    // JsonArray returns its elements as JsonObject and JsonArray.
    return read(TREES, text, OBJECT, json -> new JsonArray(Arrays.asList(value(json)))).getValue(0);
  }

  private static @Nullable Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> members(json);
      case START_ARRAY -> elements(json);
      case VALUE_NULL -> null;
      case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
      case VALUE_NUMBER_INT -> json.getNumberValue();
      case VALUE_NUMBER_FLOAT -> json.getDecimalValue();
      default -> json.getText();
    };
  }

  private static Map<String, @Nullable Object> members(JsonParser json) throws IOException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      members.put(name, value(json));
    }
    return members;
  }

  private static List<@Nullable Object> elements(JsonParser json) throws IOException {
    List<@Nullable Object> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(json));
    }
    return elements;
  }
}
