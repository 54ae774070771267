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
 * Puts the rules into force as they are written now, in the properties or in the rule file.
 *
 * <p>What has been counted stays. Settings other than rules hold until the application is started
 * again.
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
   * Reads the rules again; false when they are wrong, or lack one that a method, a route or a
   * client asks for, and those in force stay, for the reasons that {@link #problems} names.
   */
  public synchronized boolean refresh() {
    try {
      apply(source.read());
      problems = List.of();
    } catch (InvalidThrottleXException e) {
      keep(e.problems());
    } catch (RuntimeException e) { // a property that cannot be resolved, for example
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

  /** What is wrong with the rules that were last read; empty when they are in force. */
  public List<String> problems() {
    return problems;
  }
}
