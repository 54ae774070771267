package com.throttlex.replay.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines of fields with fixed texts between them, as nginx's {@code log_format} describes them:
 * {@code $remote_addr - $remote_user [$time_local] "$request" $status}.
 *
 * <p>A field ends where the text after it begins. In quotes, a backslash hides the next character.
 * The text after the last field may be longer in the line: a common log is the beginning of a
 * combined log.
 */
final class TemplateParser implements LineParser {
  private final String format;
  private final String template;
  private final byte[] start;
  private final List<String> names = new ArrayList<>();
  private final @Nullable FieldRef[] fields;
  private final byte[][] ends;

  TemplateParser(String format, String template, LogNames known) {
    this.format = format;
    this.template = template;
    List<@Nullable FieldRef> found = new ArrayList<>();
    List<byte[]> texts = new ArrayList<>();
    int at = template.indexOf('$');
    start = bytes(template.substring(0, Math.max(at, 0)));
    while (at >= 0 && at < template.length()) {
      int end = nameEnd(template, at);
      int next = template.indexOf('$', end);
      String name = template.substring(at, end).replaceAll("[${}]", "");
      String text = template.substring(end, next < 0 ? template.length() : next);
      if (name.isEmpty() || (text.isEmpty() && next >= 0)) {
        throw new IllegalArgumentException(
            "(expected: fields such as $status, with text between them)");
      }
      names.add(name);
      found.add(known.find(name));
      texts.add(bytes(text));
      at = next;
    }
    if (found.stream().noneMatch(TemplateParser::isTime)) {
      throw new IllegalArgumentException("(expected: a field with the time, such as $time_local)");
    }
    fields = found.toArray(new @Nullable FieldRef[0]);
    ends = texts.toArray(new byte[0][]);
  }

  private static boolean isTime(@Nullable FieldRef field) {
    return field != null && field.slot() == LogField.TIME.slot();
  }

  private static int nameEnd(String template, int at) {
    if (template.startsWith("${", at)) {
      int close = template.indexOf('}', at);
      return close < 0 ? template.length() : close + 1;
    }
    int end = at + 1;
    while (end < template.length()
        && (Character.isLetterOrDigit(template.charAt(end)) || template.charAt(end) == '_')) {
      end++;
    }
    return end;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String format() {
    return format;
  }

  @Override
  public @Nullable String parse(byte[] line, int from, int to, FieldSlots slots) {
    if (!startsWith(line, from, to, start)) {
      return problem(line, from, to);
    }
    int at = from + start.length;
    for (int i = 0; i < ends.length; i++) {
      byte[] end = ends[i];
      int stop = end.length == 0 ? to : find(line, at, to, end);
      if (stop < 0) {
        return missing(i, line, from, to);
      }
      FieldRef field = fields[i];
      if (field != null && !isAbsent(field, line, at, stop)) {
        set(slots, field, line, at, stop, end);
      }
      at = stop + end.length;
    }
    return null;
  }

  /** Returns whether a field has no value. A connection without a request is not a request. */
  private static boolean isAbsent(FieldRef field, byte[] line, int from, int to) {
    return field.slot() != LogField.REQUEST.slot()
        && (to == from || (to == from + 1 && line[from] == '-'));
  }

  private static void set(
      FieldSlots slots, FieldRef field, byte[] line, int from, int to, byte[] end) {
    boolean quoted = end.length > 0 && end[0] == '"';
    if (quoted && QuotedText.hasEscape(line, from, to)) {
      byte[] plain = QuotedText.unescaped(line, from, to);
      slots.set(field, plain, 0, plain.length);
    } else {
      slots.set(field, line, from, to);
    }
  }

  private String missing(int field, byte[] line, int from, int to) {
    return "no "
        + names.get(field)
        + " in: "
        + ShownLine.of(line, from, to)
        + " (expected: "
        + template
        + ")";
  }

  private String problem(byte[] line, int from, int to) {
    return ShownLine.of(line, from, to) + " (expected: " + template + ")";
  }

  private static boolean startsWith(byte[] line, int from, int to, byte[] text) {
    if (to - from < text.length) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (line[from + i] != text[i]) {
        return false;
      }
    }
    return true;
  }

  private static int find(byte[] line, int from, int to, byte[] text) {
    byte first = text[0];
    boolean quoted = first == '"';
    int i = from;
    while (i <= to - text.length) {
      byte c = line[i];
      if (c == first && startsWith(line, i, to, text)) {
        return i;
      }
      i += quoted && c == '\\' ? 2 : 1;
    }
    return -1;
  }
}
