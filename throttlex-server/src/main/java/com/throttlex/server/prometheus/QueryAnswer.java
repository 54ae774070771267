package com.throttlex.server.prometheus;

import com.throttlex.adaptive.Readings;
import com.throttlex.adaptive.Signal;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * One value of a Prometheus server.
 *
 * @param value the value, which its signal can have
 * @param at the time of the value, in nanoseconds since the epoch
 */
record QueryAnswer(double value, long at) {
  private static final double NANOS = 1e9;

  /** A query that is answered and has no value to use. */
  static final class NoValueException extends Exception {
    private static final long serialVersionUID = 1;

    NoValueException(String message) {
      super(message);
    }
  }

  /**
   * Parses the body of an answer to an instant query.
   *
   * @throws NoValueException if the result is not one number that the signal can have
   */
  static QueryAnswer of(String body, Signal signal) throws NoValueException {
    try {
      JsonArray sample = sample(new JsonObject(body).getJsonObject("data"));
      double value = Double.parseDouble(sample.getString(1));
      if (Double.isNaN(value)) {
        throw new NoValueException("no value: NaN");
      }
      Readings.of(Map.of(signal, value));
      return new QueryAnswer(value, (long) (sample.getDouble(0) * NANOS));
    } catch (NumberFormatException e) {
      throw unknown();
    } catch (IllegalArgumentException e) {
      throw new NoValueException(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      throw unknown();
    }
  }

  private static NoValueException unknown() {
    return new NoValueException("answer: unknown form (expected: that of /api/v1/query)");
  }

  /** Returns time and value of a scalar, or of the only series of a vector. */
  private static JsonArray sample(JsonObject data) throws NoValueException {
    JsonArray result = data.getJsonArray("result");
    if (data.getString("resultType").equals("scalar")) {
      return result;
    }
    if (result.isEmpty()) {
      throw new NoValueException("no value: the query found no series");
    }
    if (result.size() > 1) {
      throw new NoValueException(result.size() + " series (expected: one)");
    }
    return result.getJsonObject(0).getJsonArray("value");
  }
}
