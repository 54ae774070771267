package com.throttlex.replay.log;

import org.jspecify.annotations.Nullable;

/**
 * Lines that are JSON objects.
 *
 * <p>Members are found by their path, such as {@code request.uri}. Of an array, the first element
 * counts. Members that replay does not use are skipped, but the whole line must be well formed.
 */
final class JsonLineParser implements LineParser {
  private static final int DEEPEST = 64;

  private final NameTable names;
  private byte[] in = {};
  private int at;
  private int end;
  private FieldSlots slots = new FieldSlots();

  JsonLineParser(LogNames names) {
    this.names = new NameTable(names);
  }

  @Override
  public String format() {
    return "json";
  }

  @Override
  public @Nullable String parse(byte[] line, int from, int to, FieldSlots into) {
    in = line;
    at = from;
    end = to;
    slots = into;
    skipBlanks();
    if (peek() != '{') {
      return ShownLine.of(line, from, to) + " (expected: a JSON object)";
    }
    boolean complete = object(0, 0);
    skipBlanks();
    if (!complete || at != end) {
      return "malformed JSON at character "
          + (at - from + 1)
          + " of "
          + ShownLine.of(line, from, to);
    }
    return slots.hasRequest()
        ? null
        : "no member of a request in "
            + ShownLine.of(line, from, to)
            + " (expected: such as ip, user or path)";
  }

  /** Reads an object whose path has that length; returns false if it is malformed. */
  private boolean object(int path, int depth) {
    at++;
    skipBlanks();
    if (peek() == '}') {
      at++;
      return true;
    }
    while (true) {
      skipBlanks();
      int nameStart = at + 1;
      if (peek() != '"' || !skipString()) {
        return false;
      }
      int length = names.append(path, in, nameStart, at - 1);
      skipBlanks();
      if (peek() != ':') {
        return false;
      }
      at++;
      if (!value(length, depth)) {
        return false;
      }
      skipBlanks();
      int next = peek();
      at++;
      if (next == '}') {
        return true;
      }
      if (next != ',') {
        at--;
        return false;
      }
    }
  }

  private boolean value(int path, int depth) {
    skipBlanks();
    switch (peek()) {
      case '"' -> {
        int start = at + 1;
        return skipString() && string(path, start, at - 1);
      }
      case '{' -> {
        return depth < DEEPEST && object(path, depth + 1);
      }
      case '[' -> {
        return depth < DEEPEST && array(path, depth + 1);
      }
      default -> {
        return word(path);
      }
    }
  }

  private boolean array(int path, int depth) {
    at++;
    skipBlanks();
    if (peek() == ']') {
      at++;
      return true;
    }
    int current = path;
    while (value(current, depth)) {
      current = NameTable.UNKNOWN;
      skipBlanks();
      int next = peek();
      at++;
      if (next == ']') {
        return true;
      }
      if (next != ',') {
        at--;
        return false;
      }
    }
    return false;
  }

  /** Reads a number, or one of the words of JSON. */
  private boolean word(int path) {
    int start = at;
    while (at < end && isWord(in[at])) {
      at++;
    }
    if (at == start) {
      return false;
    }
    FieldRef field = names.find(path);
    if (field != null && in[start] != 'n') {
      slots.set(field, in, start, at);
    }
    return isLiteral(start);
  }

  private static boolean isWord(byte c) {
    return (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || c == '-'
        || c == '+'
        || c == '.'
        || c == 'E';
  }

  private boolean isLiteral(int start) {
    byte first = in[start];
    return switch (first) {
      case 't' -> is(start, "true");
      case 'f' -> is(start, "false");
      case 'n' -> is(start, "null");
      default -> first == '-' || (first >= '0' && first <= '9');
    };
  }

  private boolean is(int start, String word) {
    if (at - start != word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (in[start + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean string(int path, int start, int stop) {
    FieldRef field = names.find(path);
    boolean absent = stop == start || (stop == start + 1 && in[start] == '-');
    if (field == null || absent) {
      return true;
    }
    for (int i = start; i < stop; i++) {
      if (in[i] == '\\') {
        byte[] plain = JsonText.unescaped(in, start, stop);
        if (plain == null) {
          return false;
        }
        slots.set(field, plain, 0, plain.length);
        return true;
      }
    }
    slots.set(field, in, start, stop);
    return true;
  }

  /** Moves behind the string that begins here; returns false if it does not end. */
  private boolean skipString() {
    int i = at + 1;
    while (i < end) {
      byte c = in[i];
      if (c == '"') {
        at = i + 1;
        return true;
      }
      i += c == '\\' ? 2 : 1;
    }
    at = end;
    return false;
  }

  private void skipBlanks() {
    while (at < end && (in[at] == ' ' || in[at] == '\t')) {
      at++;
    }
  }

  private int peek() {
    return at < end ? in[at] : -1;
  }
}
