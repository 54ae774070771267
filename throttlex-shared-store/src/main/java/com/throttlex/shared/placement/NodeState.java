package com.throttlex.shared.placement;

import com.throttlex.store.Notes;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The note of one node: the plan that it follows, and limits that the rule book does not show.
 *
 * @param version the version of the plan that the node follows; 0 if a store fails there
 * @param longest the longest time for which charges of a rule have an effect, in nanoseconds, where
 *     it is longer than the limits of the book say; by id
 */
record NodeState(long version, Map<String, Long> longest) {
  /** The id in {@link #longest} of keys that belong to no rule. */
  static final String OTHERS = "*";

  String text() {
    StringBuilder text = new StringBuilder().append(version).append('\n');
    longest.forEach((id, nanos) -> text.append(id).append(' ').append(nanos).append('\n'));
    return text.toString();
  }

  /** Returns the states in all notes whose names begin so. */
  static Map<String, NodeState> all(String prefix, Map<String, Notes.Note> notes) {
    Map<String, NodeState> states = new HashMap<>();
    notes.forEach(
        (name, note) -> {
          if (name.startsWith(prefix)) {
            states.put(name, parse(note.text()));
          }
        });
    return states;
  }

  /** Parses a text; an unknown text is a node that follows no plan. */
  static NodeState parse(String text) {
    try {
      Map<String, Long> longest = new TreeMap<>();
      text.lines().skip(1).map(line -> line.split(" ")).forEach(e -> put(longest, e));
      return new NodeState(Long.parseLong(text.lines().findFirst().orElse("")), longest);
    } catch (NumberFormatException e) {
      return new NodeState(0, Map.of());
    }
  }

  private static void put(Map<String, Long> longest, String[] words) {
    if (words.length != 2) {
      throw new NumberFormatException("words: " + words.length);
    }
    longest.put(words[0], Long.parseLong(words[1]));
  }
}
