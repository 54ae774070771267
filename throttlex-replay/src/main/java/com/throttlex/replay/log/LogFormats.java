package com.throttlex.replay.log;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The formats of logs: by name, by the description of a line, or by the first lines of a file. */
final class LogFormats {
  static final String COMBINED = "combined";
  static final String COMMON = "common";
  static final String VHOST = "vhost";
  static final String JSON = "json";
  static final String CSV = "csv";

  /** The beginning of a line, which common and combined logs share. */
  private static final String ACCESS =
      "$remote_addr $ident $remote_user [$time_local] \"$request\" $status $rest";

  private static final Map<String, String> TEMPLATES =
      Map.of(COMBINED, ACCESS, COMMON, ACCESS, VHOST, "$host " + ACCESS);

  private static final int LINES = 50;

  private LogFormats() {}

  /** Throws if a text is neither the name of a format nor the description of a line. */
  static void require(String format, LogNames names) {
    boolean known =
        List.of(LogOptions.AUTO, JSON, CSV).contains(format) || TEMPLATES.containsKey(format);
    if (!known && !format.contains("$") && !ApacheFormat.isOne(format)) {
      throw new IllegalArgumentException(
          "format: \""
              + format
              + "\" (expected: auto, combined, common, vhost, json, csv, or fields such as"
              + " '$remote_addr [$time_local] \"$request\" $status')");
    }
    if (!known) {
      custom(format, names);
    }
  }

  private static LineParser custom(String format, LogNames names) {
    try {
      String fields = ApacheFormat.isOne(format) ? ApacheFormat.toFields(format) : format;
      return new TemplateParser("custom", fields, names);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("format: \"" + format + "\" " + e.getMessage(), e);
    }
  }

  /**
   * Returns the parser of a file.
   *
   * @param head the first bytes of the file
   * @param isRequest whether a parser finds a request in a line of the head
   */
  static LineParser of(
      String format, byte[] head, int to, LogNames names, Predicate<Attempt> isRequest) {
    if (format.equals(JSON)) {
      return new JsonLineParser(names);
    }
    if (format.equals(CSV)) {
      return new CsvParser(
          head, lineStart(head, to), lineEnd(head, lineStart(head, to), to), names);
    }
    String template = TEMPLATES.get(format);
    if (template != null) {
      return new TemplateParser(format, template, names);
    }
    return format.equals(LogOptions.AUTO)
        ? detected(head, to, names, isRequest)
        : custom(format, names);
  }

  /** A line that a parser is tried with. */
  @SuppressWarnings("ArrayRecordComponent") // a range of a buffer, never compared
  record Attempt(LineParser parser, byte[] in, int from, int to) {}

  private static LineParser detected(
      byte[] head, int to, LogNames names, Predicate<Attempt> isRequest) {
    int from = lineStart(head, to);
    LineParser json = new JsonLineParser(names);
    if ((from < to && head[from] == '{') || fits(json, head, to, isRequest) > 0) {
      return json;
    }
    LineParser access = new TemplateParser(COMBINED, ACCESS, names);
    LineParser vhost = new TemplateParser(VHOST, "$host " + ACCESS, names);
    int fits = fits(access, head, to, isRequest);
    int fitsVhost = fits(vhost, head, to, isRequest);
    if (fits + fitsVhost > 0) {
      return fits > fitsVhost ? access : vhost; // a line of vhost may fit both
    }
    CsvParser csv = new CsvParser(head, from, lineEnd(head, from, to), names);
    if (csv.isLog()) {
      return csv;
    }
    throw new LogFormatException(unknown(head, from, to));
  }

  private static int fits(LineParser parser, byte[] head, int to, Predicate<Attempt> isRequest) {
    int fits = 0;
    int from = lineStart(head, to);
    for (int i = 0; i < LINES && from < to; i++) {
      int end = lineEnd(head, from, to);
      fits += isRequest.test(new Attempt(parser, head, from, end)) ? 1 : 0;
      from = end + 1;
    }
    return fits;
  }

  private static String unknown(byte[] head, int from, int to) {
    String encoding = encoding(head, to);
    if (encoding != null) {
      return encoding;
    }
    return "format not known (expected: an access log, JSON lines or CSV with a header; or use"
        + " --format)"
        + LogFileReport.FIRST_LINE
        + ShownLine.of(head, from, lineEnd(head, from, to));
  }

  /** Returns why the bytes are not text in UTF-8; null if no reason is found. */
  private static @Nullable String encoding(byte[] head, int to) {
    int zeros = 0;
    for (int i = 0; i < to; i++) {
      zeros += head[i] == 0 ? 1 : 0;
    }
    boolean marked =
        to > 1 && ((head[0] == -1 && head[1] == -2) || (head[0] == -2 && head[1] == -1));
    boolean wide = zeros > 2 * to / 3 && zeros < to * 4 / 5;
    if (wide || marked || (zeros > to / 3 && zeros <= 2 * to / 3)) {
      String name = wide ? "UTF-32" : "UTF-16";
      return "text in " + name + " (expected: UTF-8; iconv -f " + name + " -t UTF-8 converts it)";
    }
    return zeros > 0 ? "a binary file (expected: lines of text)" : null;
  }

  private static int lineStart(byte[] head, int to) {
    int from = 0;
    while (from < to && (head[from] == '\n' || head[from] == '\r' || head[from] == ' ')) {
      from++;
    }
    return from;
  }

  private static int lineEnd(byte[] head, int from, int to) {
    int end = from;
    while (end < to && head[end] != '\n') {
      end++;
    }
    return end > from && head[end - 1] == '\r' ? end - 1 : end;
  }
}
