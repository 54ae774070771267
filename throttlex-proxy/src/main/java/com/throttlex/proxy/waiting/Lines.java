package com.throttlex.proxy.waiting;

import com.throttlex.QueueKey;
import com.throttlex.proxy.BySize;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All lines, by the keys of their requests, and the turns in which they take part.
 *
 * <p>Only the waiting loop changes them. Every thread may read whether requests wait for a key.
 */
final class Lines {
  private final Map<List<QueueKey>, Line> lines = new HashMap<>();
  private final Map<String, LineTurns> turns = new ConcurrentHashMap<>();
  private final BySize<Line> sizes = new BySize<>();
  private final Function<String, LineTurns> maker;

  Lines(Function<String, LineTurns> maker) {
    this.maker = maker;
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }

  /** The number of keys that requests wait for. */
  int keys() {
    return turns.size();
  }

  /** Returns the turns of a key, or null if nobody waits for it. */
  @Nullable LineTurns turns(String key) {
    return turns.get(key);
  }

  /** Returns the first of these keys that requests wait for, or null. */
  @Nullable QueueKey busy(List<QueueKey> keys) {
    return keys.stream().filter(key -> turns.containsKey(key.text())).findFirst().orElse(null);
  }

  /** Returns the number of requests in the line with these keys. */
  int size(List<QueueKey> keys) {
    Line line = lines.get(keys);
    return line == null ? 0 : line.size();
  }

  /** Returns the longest line, or null if nobody waits. */
  @Nullable Line longest() {
    return sizes.largest();
  }

  /** Adds a request to the end of its line; a new line waits for units of the given key. */
  void add(HeldRequest request, String key) {
    Line line = lines.get(request.keys);
    if (line == null) {
      line = new Line(request.keys, join(key), sizes);
      lines.put(line.keys, line);
      line.turns.add(line);
    }
    line.add(request);
  }

  /** Adds a line to the turns of another key. */
  void move(Line line, String key) {
    line.turns = join(key);
    line.turns.add(line);
  }

  /**
   * Returns the turns of a key. New ones begin with a check, because units may have been given back
   * before anybody could know that a request waits for them.
   */
  private LineTurns join(String key) {
    LineTurns known = turns.get(key);
    if (known != null) {
      return known;
    }
    LineTurns begun = maker.apply(key);
    turns.put(key, begun);
    begun.runLater();
    return begun;
  }

  /** Removes an empty line. */
  void remove(Line line) {
    lines.remove(line.keys);
  }

  /** Removes turns in which no line takes part. */
  void remove(LineTurns ended) {
    turns.remove(ended.key, ended);
  }
}
