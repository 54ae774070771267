package com.throttlex.replay.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names of fields in logs: those of recorded checks, nginx, Apache, Envoy, Caddy and Traefik,
 * and those that the user maps.
 *
 * <p>A member of a JSON member has a dot before its name: {@code request.uri}. Headers are found in
 * the ways in which these programs write them. Not thread-safe.
 */
final class LogNames {
  private static final int FIXED = LogField.values().length;
  private static final int MOST_NAMED = 1024;
  private static final int RANKS = 100;
  private static final String API_KEY_HEADER = "x-api-key";
  private static final List<String> HEADERS =
      List.of("http_", "request.headers.", "headers.", "request_");
  private static final String ATTRIBUTES = "attributes.";

  private static final long NANOS = 1;
  private static final long MICROS = 1000;
  private static final long MILLIS = 1_000_000;
  private static final long SECONDS = 1_000_000_000;

  /** The names of a field, best first; a duration has a name for each unit. */
  private static final Map<LogField, List<String>> KNOWN =
      Map.ofEntries(
          Map.entry(
              LogField.TIME,
              List.of(
                  "StartUTC",
                  "StartLocal",
                  "start_time",
                  ApacheFormat.TIME,
                  "time",
                  "msec",
                  "time_iso8601",
                  "time_local",
                  "ts",
                  "@timestamp",
                  "timestamp",
                  "datetime")),
          Map.entry(
              LogField.USER,
              List.of("user", "remote_user", "user_id", "ClientUsername", "userId", "username")),
          Map.entry(
              LogField.IP,
              List.of(
                  "ip",
                  "request.client_ip",
                  "request.remote_ip",
                  "client_ip",
                  "remote_addr",
                  "downstream_remote_address",
                  "downstream_remote_address_without_port",
                  "ClientHost",
                  "ClientAddr",
                  "remote_ip",
                  "clientip")),
          Map.entry(LogField.API_KEY, List.of("apiKey", "api_key", "http_x_api_key")),
          Map.entry(
              LogField.ENDPOINT,
              List.of(
                  "endpoint",
                  "request_uri",
                  "request.uri",
                  "RequestPath",
                  "path",
                  ":path",
                  "x_envoy_original_path",
                  "uri",
                  "url")),
          Map.entry(
              LogField.METHOD,
              List.of("method", "request_method", "request.method", "RequestMethod", ":method")),
          Map.entry(LogField.REQUEST, List.of("request", "request_line")),
          Map.entry(LogField.SERVICE, List.of("service", "ServiceName")),
          Map.entry(LogField.TIER, List.of("tier")),
          Map.entry(LogField.PRIORITY, List.of("priority")),
          Map.entry(LogField.COST, List.of("cost")),
          Map.entry(LogField.IDEMPOTENCY_KEY, List.of("idempotencyKey")),
          Map.entry(LogField.IDENTIFIER, List.of("identifier")),
          Map.entry(LogField.DIMENSION, List.of("dimension")),
          Map.entry(LogField.VERDICT, List.of("verdict", "allowed", "rule")),
          Map.entry(LogField.PASSES_UNRULED, List.of("passesUnruled")),
          Map.entry(
              LogField.STATUS,
              List.of("status", "response_code", "DownstreamStatus", "status_code", "code")));

  /** The times at which a line is written, when the request has ended; the others are its start. */
  private static final Set<String> END_TIMES = Set.of("msec", "time_iso8601", "time_local", "ts");

  /** The names of durations with their units; {@link #unit} knows that of {@code duration}. */
  private static final Map<String, Long> DURATIONS =
      Map.of(
          "request_time", SECONDS,
          "duration", SECONDS,
          "duration_ms", MILLIS,
          "request_time_ms", MILLIS,
          "duration_us", MICROS,
          "duration_ns", NANOS,
          "Duration", NANOS);

  private final Map<String, @Nullable FieldRef> refs = new HashMap<>();
  private final List<NamedField> named = new ArrayList<>();
  private final Set<String> headers;

  LogNames(List<FieldMapping> mappings, Set<String> headers) {
    this.headers = headers;
    KNOWN.forEach(
        (field, names) -> {
          for (int i = 0; i < names.size(); i++) {
            refs.put(names.get(i), new FieldRef(names.get(i), field.slot(), i + 1, 0));
          }
        });
    DURATIONS.forEach(
        (name, unit) -> refs.put(name, new FieldRef(name, LogField.DURATION.slot(), 1, unit)));
    mappings.forEach(this::map);
  }

  /** A header or attribute that a slot belongs to. */
  record NamedField(LogField field, String name) {}

  private void map(FieldMapping mapping) {
    LogField field = mapping.field();
    String name = mapping.name();
    int slot = name == null ? field.slot() : slot(field, name);
    Long unit = DURATIONS.getOrDefault(mapping.source(), SECONDS);
    refs.put(
        mapping.source(),
        new FieldRef(mapping.source(), slot, 0, field == LogField.DURATION ? unit : 0));
  }

  /**
   * Returns the unit of a duration. In logs of Envoy, which have a {@code response_code}, {@code
   * duration} is in milliseconds.
   */
  long unit(FieldRef duration, FieldSlots slots) {
    int status = LogField.STATUS.slot();
    boolean envoy =
        duration.name().equals("duration")
            && slots.has(status)
            && slots.ref(status).name().equals("response_code");
    return envoy ? MILLIS : duration.unitNanos();
  }

  /** Returns whether a time is that of the end of its request, as nginx and Caddy write it. */
  boolean isEnd(FieldRef time) {
    return END_TIMES.contains(time.name());
  }

  /** Returns the headers and attributes that slots belong to; the first has slot {@link #FIXED}. */
  List<NamedField> named() {
    return named;
  }

  static int slotOf(int index) {
    return FIXED + index;
  }

  /** Returns the field of that name, or null if replay does not use it. */
  @Nullable FieldRef find(String name) {
    FieldRef known = refs.get(name);
    if (known == null && !refs.containsKey(name)) {
      known = named(name);
      if (refs.size() < 4 * MOST_NAMED) {
        refs.put(name, known);
      }
    }
    return known;
  }

  private @Nullable FieldRef named(String name) {
    if (name.startsWith(ATTRIBUTES) && name.length() > ATTRIBUTES.length()) {
      return new FieldRef(
          name, slot(LogField.ATTRIBUTE, name.substring(ATTRIBUTES.length())), 1, 0);
    }
    for (int i = 0; i < HEADERS.size(); i++) {
      String prefix = HEADERS.get(i);
      if (name.startsWith(prefix) && name.length() > prefix.length()) {
        return header(name.substring(prefix.length()), prefix.equals("headers."), i + 1);
      }
    }
    return null;
  }

  /** Returns a header if rules use it, or if it is in the list of headers of a recorded check. */
  private @Nullable FieldRef header(String written, boolean recorded, int rank) {
    String name = written.toLowerCase(Locale.ROOT).replace('_', '-');
    if (name.equals(API_KEY_HEADER)) {
      return new FieldRef(name, LogField.API_KEY.slot(), RANKS + rank, 0);
    }
    return recorded || headers.contains(name)
        ? new FieldRef(name, slot(LogField.HEADER, name), rank, 0)
        : null;
  }

  private int slot(LogField field, String name) {
    NamedField wanted = new NamedField(field, name);
    int known = named.indexOf(wanted);
    if (known >= 0) {
      return slotOf(known);
    }
    if (named.size() >= MOST_NAMED) {
      throw new LogFormatException(
          "more than " + MOST_NAMED + " names of attributes and headers in one file");
    }
    named.add(wanted);
    return slotOf(named.size() - 1);
  }
}
