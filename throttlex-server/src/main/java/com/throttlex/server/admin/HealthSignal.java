package com.throttlex.server.admin;

import com.throttlex.adaptive.Readings;
import com.throttlex.adaptive.Signal;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Adaptive;
import com.throttlex.server.json.JsonMembers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Pushed health signals of a service.
 *
 * @param at when the signals had these values, in nanoseconds since the epoch
 */
record HealthSignal(String service, Readings readings, long at) {
  private static final String SERVICE = "service";
  private static final String AT = "at";

  /** The largest clock difference that is accepted for a signal from the future. */
  private static final Duration APART = Duration.ofSeconds(5);

  private static final List<String> SIGNALS =
      Stream.of(Signal.values()).map(HealthSignal::member).toList();
  private static final String[] MEMBERS =
      Stream.concat(Stream.of(SERVICE, AT), SIGNALS.stream()).toArray(String[]::new);

  /** Returns the name of a signal in bodies, such as {@code errorRate}. */
  static String member(Signal signal) {
    StringBuilder member = new StringBuilder();
    for (String word : signal.text().split("-", -1)) {
      int plain = member.isEmpty() ? 0 : 1;
      member.append(word.substring(0, plain).toUpperCase(Locale.ROOT));
      member.append(word.substring(plain));
    }
    return member.toString();
  }

  /** Parses signals, and adds every problem to the list; valid only if there is none. */
  static HealthSignal read(JsonObject body, Instant now, List<String> problems) {
    JsonMembers fields = new JsonMembers(body, MEMBERS);
    String service = fields.has(SERVICE) ? service(fields) : Adaptive.SYSTEM;
    Map<Signal, Double> values = new EnumMap<>(Signal.class);
    for (Signal signal : Signal.values()) {
      if (body.containsKey(member(signal))) {
        values.put(signal, value(signal, fields));
      }
    }
    if (values.isEmpty()) {
      fields.wrong("signals", "none", "at least one of " + String.join(", ", SIGNALS));
    }
    Instant at =
        fields.has(AT)
            ? Moments.read(
                fields,
                AT,
                true,
                t -> !t.isAfter(now.plus(APART)),
                "a moment that is not in the future")
            : now;
    problems.addAll(fields.problems());
    return new HealthSignal(
        service,
        problems.isEmpty() ? Readings.of(values) : Readings.of(Map.of()),
        nanos(at == null ? now : at));
  }

  /** Returns the service, which must be a name that requests can have. */
  private static String service(JsonMembers fields) {
    String service = fields.text(SERVICE, "the name of a service");
    if (!service.isEmpty()) {
      try {
        RequestContext.builder().service(service).build();
      } catch (InvalidRequestException e) {
        e.problems().forEach(fields::wrong);
      }
    }
    return service;
  }

  private static double value(Signal signal, JsonMembers fields) {
    String member = member(signal);
    double value = fields.decimal(member);
    if (!Double.isNaN(value)) {
      try {
        Readings.of(Map.of(signal, value));
      } catch (IllegalArgumentException e) {
        // The same message with the member's name in the body.
        fields.wrong(member + String.valueOf(e.getMessage()).substring(signal.text().length()));
      }
    }
    return value;
  }

  private static long nanos(Instant time) {
    return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
  }
}
