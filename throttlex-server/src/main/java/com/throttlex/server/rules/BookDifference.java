package com.throttlex.server.rules;

import com.throttlex.rule.Preamble;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The difference between the rules in force and a whole book.
 *
 * @param before the parts other than rules, in force
 * @param after the parts other than rules, of the book
 * @param added the ids of new rules
 * @param changed the rules that are in both and differ
 * @param removed the ids of rules that the book does not have
 * @param unchanged how many rules are equal in both
 */
public record BookDifference(
    Preamble before,
    Preamble after,
    List<String> added,
    List<Changed> changed,
    List<String> removed,
    int unchanged) {
  /**
   * A rule that differs.
   *
   * @param before its JSON in force; null if the stored rule cannot be read
   * @param after its JSON in the book
   */
  public record Changed(String id, @Nullable String before, String after) {}

  /** The number of ids of each kind in an audit entry. */
  private static final int AUDITED = 20;

  public BookDifference {
    added = List.copyOf(added);
    changed = List.copyOf(changed);
    removed = List.copyOf(removed);
  }

  /** Returns the counts and the first ids, for the audit trail. */
  String summary() {
    StringBuilder text = new StringBuilder();
    text.append(added.size()).append(" added, ").append(changed.size()).append(" changed, ");
    text.append(removed.size()).append(" removed, ").append(unchanged).append(" unchanged");
    if (!before.equals(after)) {
      text.append("; other parts of the book changed");
    }
    append(text, "added", added);
    append(text, "changed", changed.stream().map(Changed::id).toList());
    append(text, "removed", removed);
    return text.toString();
  }

  private static void append(StringBuilder text, String kind, List<String> ids) {
    if (!ids.isEmpty()) {
      int shown = Math.min(AUDITED, ids.size());
      text.append("; ").append(kind).append(": ");
      text.append(String.join(", ", ids.subList(0, shown)));
      if (shown < ids.size()) {
        text.append(" and ").append(ids.size() - shown).append(" more");
      }
    }
  }
}
