package com.throttlex.proxy.cost;

import com.throttlex.rule.CostText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Finds the number at one path of a JSON text that comes in pieces, in constant memory.
 *
 * <p>The text is read byte by byte. A bit for each open container tells objects from arrays. {@code
 * matched} is the number of open objects on the path, counted from the root: only a name in the
 * innermost of them is compared. As in a parser that keeps the last of several equal names, a name
 * on the path discards what was found before.
 *
 * <p>The text is not checked: for one that is not JSON, the result is any number in it, or none.
 */
final class JsonMember implements CostReading {
  /** The most open containers; a deeper text has no result. */
  static final int DEEPEST = 1024;

  private enum In {
    VALUE,
    NAME,
    STRING,
    NUMBER,
    BROKEN
  }

  private final byte[][] path;
  private final long[] objects = new long[DEEPEST / Long.SIZE];
  private final NameMatch name = new NameMatch();
  private final byte[] number = new byte[CostText.LONGEST];
  private In in = In.VALUE;
  private int depth;
  private int matched;
  private boolean named;
  private boolean hit;
  private boolean escaped;
  private int digits;
  private long found = UNKNOWN;

  /** Creates a reader of the member at a path, outermost name first. */
  JsonMember(List<String> path) {
    this.path =
        path.stream().map(part -> part.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
  }

  /** Starts the next text. */
  JsonMember start() {
    in = In.VALUE;
    depth = 0;
    matched = 0;
    named = false;
    hit = false;
    escaped = false;
    found = UNKNOWN;
    return this;
  }

  @Override
  public void read(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      read(bytes[i]);
    }
  }

  private void read(byte b) {
    switch (in) {
      case VALUE -> value(b);
      case NAME -> name(b);
      case STRING -> string(b);
      case NUMBER -> number(b);
      case BROKEN -> {}
    }
  }

  private void value(byte b) {
    switch (b) {
      case '{', '[' -> open(b == '{');
      case '}', ']' -> leave();
      case ',' -> named = isObject();
      case '"' -> quote();
      case ':', ' ', '\t', '\n', '\r' -> {}
      default -> {
        if (hit && (b == '-' || (b >= '0' && b <= '9'))) {
          in = In.NUMBER;
          digits = 0;
          number(b);
        } else {
          hit = false; // true, false, null, or a number elsewhere
        }
      }
    }
  }

  private void open(boolean object) {
    if (depth == DEEPEST) {
      in = In.BROKEN;
      found = UNKNOWN;
      return;
    }
    long bit = 1L << (depth % Long.SIZE);
    int word = depth / Long.SIZE;
    objects[word] = object ? objects[word] | bit : objects[word] & ~bit;
    boolean onPath = object && depth == matched && (depth == 0 || hit) && matched < path.length;
    depth++;
    matched = onPath ? depth : matched;
    named = object;
    hit = false;
  }

  private void leave() {
    if (depth > 0) {
      depth--;
      matched = Math.min(matched, depth);
    }
    named = false;
    hit = false;
  }

  private boolean isObject() {
    return depth > 0 && (objects[(depth - 1) / Long.SIZE] & (1L << ((depth - 1) % Long.SIZE))) != 0;
  }

  private void quote() {
    in = named ? In.NAME : In.STRING;
    if (named) {
      hit = false;
      name.start(depth == matched && depth > 0 ? path[depth - 1] : NameMatch.NOTHING);
      named = false;
    }
  }

  private void name(byte b) {
    if (name.read(b)) {
      in = In.VALUE;
      hit = name.matches();
      if (hit) {
        found = UNKNOWN;
      }
    }
  }

  private void string(byte b) {
    if (escaped) {
      escaped = false;
    } else if (b == '\\') {
      escaped = true;
    } else if (b == '"') {
      in = In.VALUE;
      hit = false;
    }
  }

  private void number(byte b) {
    boolean part = (b >= '0' && b <= '9') || b == '-' || b == '+' || b == '.' || (b | 32) == 'e';
    if (part) {
      if (digits < number.length) {
        number[digits] = b;
      }
      digits = Math.min(digits + 1, number.length + 1);
      return;
    }
    endNumber();
    value(b);
  }

  private void endNumber() {
    in = In.VALUE;
    hit = false;
    if (depth == path.length) {
      found =
          digits > number.length
              ? UNKNOWN
              : CostText.parse(new String(number, 0, digits, StandardCharsets.US_ASCII));
    }
  }

  @Override
  public void end() {
    if (in == In.NUMBER) {
      endNumber();
    }
  }

  @Override
  public long cost() {
    return found;
  }
}
