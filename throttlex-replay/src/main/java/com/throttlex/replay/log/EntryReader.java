package com.throttlex.replay.log;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a request of the fields of a line. Not thread-safe. */
final class EntryReader {
  private static final int TIME = LogField.TIME.slot();
  private static final int REQUEST = LogField.REQUEST.slot();
  private static final int ENDPOINT = LogField.ENDPOINT.slot();
  private static final int METHOD = LogField.METHOD.slot();
  private static final int STATUS = LogField.STATUS.slot();
  private static final int DURATION = LogField.DURATION.slot();

  private final LogNames names;
  private final int file;
  private final TextCache texts;
  private final HostNames hosts;
  private final LogTimes times = new LogTimes();
  private @Nullable String problem;

  EntryReader(LogNames names, int file, TextCache texts, HostNames hosts) {
    this.names = names;
    this.file = file;
    this.texts = texts;
    this.hosts = hosts;
  }

  /** Returns why the last line is not a request; null if it is one. */
  @Nullable String problem() {
    return problem;
  }

  /** Returns the request of a line, or null; then there is a problem. */
  @Nullable LogEntry read(FieldSlots slots, long line) {
    problem = null;
    long nanos = time(slots);
    try {
      RequestContext request = request(slots);
      return problem != null || request == null ? null : entry(nanos, request, slots, line);
    } catch (InvalidRequestException e) {
      problem = String.join("; ", e.problems());
    } catch (IllegalArgumentException e) {
      problem = e.getMessage();
    }
    return null;
  }

  private LogEntry entry(long nanos, RequestContext request, FieldSlots slots, long line) {
    long duration = duration(slots);
    boolean ended = duration > 0 && names.isEnd(slots.ref(TIME));
    return new LogEntry(
        ended ? Math.max(0, nanos - duration) : nanos,
        request,
        status(slots),
        duration,
        file,
        line,
        slots.bytes());
  }

  private long time(FieldSlots slots) {
    long nanos = LogTimes.INVALID;
    if (!slots.has(TIME)) {
      problem = "no time";
    } else {
      nanos = times.parse(slots.bytes(TIME), slots.from(TIME), slots.to(TIME));
      if (nanos == LogTimes.INVALID) {
        problem =
            "time: "
                + ShownLine.of(slots.bytes(TIME), slots.from(TIME), slots.to(TIME))
                + " (expected: such as 10/Oct/2026:13:55:36 +0000, 2026-10-10T13:55:36Z or"
                + " seconds since 1970)";
      }
    }
    return nanos;
  }

  private @Nullable RequestContext request(FieldSlots slots) {
    RequestContextBuilder request = RequestContext.builder();
    request.user(text(slots, LogField.USER)).ip(address(slots));
    request.apiKey(text(slots, LogField.API_KEY)).service(text(slots, LogField.SERVICE));
    request.tier(text(slots, LogField.TIER));
    request.idempotencyKey(text(slots, LogField.IDEMPOTENCY_KEY));
    target(slots, request);
    if (slots.has(LogField.PRIORITY.slot())) {
      request.priority(Priority.parse(String.valueOf(text(slots, LogField.PRIORITY))));
    }
    if (slots.has(LogField.COST.slot())) {
      request.cost(cost(String.valueOf(text(slots, LogField.COST))));
    }
    request.passesUnruled("true".equals(text(slots, LogField.PASSES_UNRULED)));
    identify(slots, request);
    named(slots, request);
    return problem == null ? request.build() : null;
  }

  private static long cost(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "cost: " + ShownLine.of(text) + " (expected: a whole number)", e);
    }
  }

  private void identify(FieldSlots slots, RequestContextBuilder request) {
    String identifier = text(slots, LogField.IDENTIFIER);
    if (identifier == null) {
      return;
    }
    String dimension = text(slots, LogField.DIMENSION);
    switch (dimension == null ? "USER" : dimension) {
      case "USER" -> request.user(identifier);
      case "IP" -> request.ip(identifier);
      case "API_KEY" -> request.apiKey(identifier);
      default ->
          problem =
              "dimension: "
                  + ShownLine.of(String.valueOf(dimension))
                  + " (expected: USER, IP or API_KEY)";
    }
  }

  private void named(FieldSlots slots, RequestContextBuilder request) {
    List<LogNames.NamedField> fields = names.named();
    for (int i = 0; i < fields.size(); i++) {
      int slot = LogNames.slotOf(i);
      if (slots.has(slot)) {
        LogNames.NamedField field = fields.get(i);
        String value = text(slots, slot, field.name());
        if (field.field() == LogField.HEADER) {
          request.header(field.name(), value);
        } else {
          request.attribute(field.name(), value);
        }
      }
    }
  }

  private @Nullable String address(FieldSlots slots) {
    String text = text(slots, LogField.IP);
    if (text == null || text.equals("unix:")) {
      return null;
    }
    String address = hosts.address(text);
    if (address == null) {
      problem = "ip: " + ShownLine.of(text) + " (expected: an address or the name of a host)";
    }
    return address;
  }

  /** Sets method and path, from their own fields or from the first line of the request. */
  private void target(FieldSlots slots, RequestContextBuilder request) {
    if (slots.has(REQUEST)) {
      requestLine(slots, request);
    }
    if (slots.has(METHOD)) {
      request.method(text(slots, LogField.METHOD));
    }
    if (slots.has(ENDPOINT)) {
      request.endpoint(path(slots.bytes(ENDPOINT), slots.from(ENDPOINT), slots.to(ENDPOINT)));
    }
  }

  private void requestLine(FieldSlots slots, RequestContextBuilder request) {
    byte[] in = slots.bytes(REQUEST);
    int from = slots.from(REQUEST);
    int to = slots.to(REQUEST);
    int space = indexOf(in, from, to, ' ');
    if (space < 0 || space == from) {
      problem =
          "request: " + ShownLine.of(in, from, to) + " (expected: such as GET /orders HTTP/1.1)";
      return;
    }
    int end = to;
    int last = lastSpace(in, space + 1, to);
    if (last > 0 && in[last + 1] == 'H') {
      end = last;
    }
    request.method(texts.text(in, from, space));
    request.endpoint(path(in, space + 1, end));
  }

  /** Returns the path of a request's target, without query and without the name of the server. */
  private @Nullable String path(byte[] in, int from, int to) {
    int start = from;
    if (to - from > 7 && in[from] == 'h' && in[from + 4] != '/') {
      start = pathStart(in, from, to);
    }
    int end = start;
    while (end < to && in[end] != '?' && in[end] != '#') {
      end++;
    }
    if (start == end) {
      return "/";
    }
    String path = texts.text(in, start, end);
    if (path == null) {
      problem = "endpoint: " + ShownLine.of(in, start, end) + " (expected: UTF-8)";
    }
    return path;
  }

  /** Returns where the path begins in {@code http://host/path}, or where the text begins. */
  private static int pathStart(byte[] in, int from, int to) {
    int colon = indexOf(in, from, Math.min(to, from + 6), ':');
    boolean absolute = colon > 0 && colon + 2 < to && in[colon + 1] == '/' && in[colon + 2] == '/';
    if (!absolute) {
      return from;
    }
    int slash = indexOf(in, colon + 3, to, '/');
    return slash < 0 ? to : slash;
  }

  private static int indexOf(byte[] in, int from, int to, char c) {
    for (int i = from; i < to; i++) {
      if (in[i] == c) {
        return i;
      }
    }
    return -1;
  }

  private static int lastSpace(byte[] in, int from, int to) {
    for (int i = to - 2; i > from; i--) {
      if (in[i] == ' ') {
        return i;
      }
    }
    return -1;
  }

  private static int status(FieldSlots slots) {
    long status = slots.has(STATUS) ? number(slots, STATUS, 1) : LogEntry.UNKNOWN;
    return status < 100 || status > 999 ? LogEntry.UNKNOWN : (int) status;
  }

  private long duration(FieldSlots slots) {
    return slots.has(DURATION)
        ? number(slots, DURATION, names.unit(slots.ref(DURATION), slots))
        : LogEntry.UNKNOWN;
  }

  /** Returns a decimal number in a unit; UNKNOWN if it is none. */
  private static long number(FieldSlots slots, int slot, long unit) {
    byte[] in = slots.bytes(slot);
    double value = 0;
    double place = 0;
    for (int i = slots.from(slot); i < slots.to(slot); i++) {
      int digit = in[i] - '0';
      if (in[i] == '.' && place == 0) {
        place = 1;
      } else if (digit < 0 || digit > 9) {
        return LogEntry.UNKNOWN;
      } else {
        value = 10 * value + digit;
        place *= 10;
      }
    }
    double scaled = value * unit / Math.max(1, place);
    return scaled > 1e17 ? LogEntry.UNKNOWN : Math.round(scaled);
  }

  private @Nullable String text(FieldSlots slots, LogField field) {
    int slot = field.slot();
    return slots.has(slot) ? text(slots, slot, field.text()) : null;
  }

  private @Nullable String text(FieldSlots slots, int slot, String name) {
    String text = texts.text(slots.bytes(slot), slots.from(slot), slots.to(slot));
    if (text == null) {
      problem =
          name
              + ": "
              + ShownLine.of(slots.bytes(slot), slots.from(slot), slots.to(slot))
              + " (expected: UTF-8)";
    }
    return text;
  }
}
