package com.throttlex.replay.suggest;

import com.throttlex.rule.Fallback;
import com.throttlex.rule.RuleBook;
import java.time.Instant;
import java.util.List;

/**
 * Suggested rules for recorded traffic.
 *
 * @param requests the requests in the log
 * @param first the time of the first request
 * @param last the time of the last request
 * @param share the share of keys that may be denied
 * @param clients what identifies clients, one line for each part
 * @param notes what the log does not tell, and what is odd about it
 * @param rules the rules; empty if no limits can be suggested from the log
 */
public record Suggestions(
    long requests,
    Instant first,
    Instant last,
    double share,
    List<String> clients,
    List<String> notes,
    List<Suggestion> rules) {
  /** Copies the lists. */
  public Suggestions {
    clients = List.copyOf(clients);
    notes = List.copyOf(notes);
    rules = List.copyOf(rules);
  }

  /** Returns the rules as a book; a request that no rule applies to is allowed. */
  public RuleBook book() {
    return RuleBook.of(List.of(), Fallback.ALLOW, rules.stream().map(Suggestion::rule).toList());
  }
}
