package com.throttlex.server;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.RequestField;
import java.util.Map;
import java.util.stream.Stream;

/** A value for each field of a request, also for fields that do not exist yet. */
public final class RequestSamples {
  private RequestSamples() {}

  /** Returns the fields that bodies, commands and options have. */
  public static Stream<RequestField> named() {
    return RequestField.ALL.stream().filter(field -> field.keyword() != null);
  }

  /** Returns a value that a request keeps as it is. */
  public static Object value(RequestField field) {
    return switch (field.kind()) {
      case NUMBER -> 7L;
      case FLAG -> true;
      case MAP -> Map.of("n", "v");
      case TEXT ->
          Stream.of("x-1", "/x", "203.0.113.9", "high")
              .filter(text -> isKept(field, text))
              .findFirst()
              .orElseThrow();
    };
  }

  private static boolean isKept(RequestField field, String text) {
    try {
      return text.equals(field.get(request(field, text)));
    } catch (InvalidRequestException e) {
      return false;
    }
  }

  /** Returns a request that has only that field. */
  public static RequestContext request(RequestField field, Object value) {
    RequestContextBuilder request = RequestContext.builder();
    field.set(request, value);
    return request.build();
  }
}
