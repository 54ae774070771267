package com.throttlex.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.ShownText;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a settlement asks.
 *
 * @param reservation the name that the check's answer gave
 * @param cost what the work really cost
 */
record SettleJson(String reservation, long cost) {
  private static final JsonFactory STRICT =
      new JsonFactoryBuilder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /**
   * Reads a settlement.
   *
   * @throws InvalidRequestException with every problem
   */
  static SettleJson read(byte[] body) {
    JsonObject json = object(body);
    List<String> problems = new ArrayList<>();
    for (String name : json.fieldNames()) {
      if (!name.equals("reservation") && !name.equals("cost")) {
        problems.add(
            ShownText.plain(name) + ": unknown member (expected: one of cost, reservation)");
      }
    }
    Object reservation = json.getValue("reservation");
    if (!(reservation instanceof String)) {
      problems.add("reservation: " + shown(reservation) + " (expected: a text)");
    }
    Object cost = json.getValue("cost");
    if (!(cost instanceof Integer || cost instanceof Long)
        || ((Number) cost).longValue() < 0
        || ((Number) cost).longValue() > RequestContext.MAX_COST) {
      problems.add(
          "cost: "
              + shown(cost)
              + " (expected: a whole number from 0 to "
              + RequestContext.MAX_COST
              + ")");
    }
    if (!problems.isEmpty()) {
      throw new InvalidRequestException(problems);
    }
    return new SettleJson((String) reservation, ((Number) cost).longValue());
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

  private static String shown(@Nullable Object value) {
    return value == null ? "missing" : ShownText.plain(value.toString());
  }

  /** The answer: whether this settlement was the one that counts. */
  String answer(boolean first) {
    return new JsonObject()
        .put("reservation", reservation)
        .put("settled", true)
        .put("repeated", !first)
        .encode();
  }
}
