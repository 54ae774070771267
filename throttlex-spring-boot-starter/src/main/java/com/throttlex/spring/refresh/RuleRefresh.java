package com.throttlex.spring.refresh;

import com.throttlex.ThrottleX;
import com.throttlex.rule.RuleBook;
import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.RuleSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reloads the rules from the properties or from the rule file.
 *
 * <p>Counters stay. Settings other than rules apply after the next start of the application.
 */
public final class RuleRefresh {
  private static final Logger LOG = LoggerFactory.getLogger("com.throttlex");

  private final RuleSource source;
  private final ThrottleX throttlex;
  private final NamedRules named;
  private volatile List<String> problems = List.of();

  RuleRefresh(RuleSource source, ThrottleX throttlex, NamedRules named) {
    this.source = source;
    this.throttlex = throttlex;
    this.named = named;
  }

  /**
   * Reads the rules again. Returns false if they are invalid, or lack a rule that a method, a route
   * or a client uses. Then the current rules stay in force, and {@link #problems} has the reasons.
   */
  public synchronized boolean refresh() {
    try {
      apply(source.read());
      problems = List.of();
    } catch (InvalidThrottleXException e) {
      keep(e.problems());
    } catch (RuntimeException e) { // such as a property that cannot be resolved
      keep(List.of(String.valueOf(e.getMessage())));
    }
    return problems.isEmpty();
  }

  private void apply(RuleBook book) {
    List<String> missed = named.problems(book);
    if (!missed.isEmpty()) {
      throw new InvalidThrottleXException(missed);
    }
    List<String> changes = RuleChanges.between(throttlex.rules(), book);
    if (!changes.isEmpty()) {
      throttlex.rules(book);
      LOG.info("rules changed: {}", String.join("; ", changes));
    }
  }

  private void keep(List<String> reasons) {
    problems = reasons;
    LOG.error(
        "rules: the new ones are invalid; the current rules stay in force: {}",
        String.join("; ", reasons));
  }

  /** Returns the problems of the rules that were last read; empty if they are in force. */
  public List<String> problems() {
    return problems;
  }
}
