package com.throttlex.spring;

import com.throttlex.algorithm.Rate;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Match;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/** Logs at the start which rules are active and what enforces them, and warns if nothing does. */
final class StartReport implements ApplicationListener<ApplicationReadyEvent> {
  private static final Logger LOG = LoggerFactory.getLogger("com.throttlex");

  private final Supplier<RuleBook> rules;
  private final Predicate<String> used;
  private final Enforcement enforcement;
  private final boolean service;

  /**
   * Creates the report.
   *
   * @param used whether a rule is used by name
   * @param service whether a ThrottleX service decides
   */
  StartReport(
      Supplier<RuleBook> rules, Predicate<String> used, Enforcement enforcement, boolean service) {
    this.rules = rules;
    this.used = used;
    this.enforcement = enforcement;
    this.service = service;
  }

  @Override
  public void onApplicationEvent(ApplicationReadyEvent event) {
    RuleBook book = rules.get();
    if (service) {
      LOG.info(
          "the ThrottleX service decides (throttlex.mode=service); these rules apply while it is unavailable");
    }
    lines(book).forEach(line -> LOG.info("{}", line));
    if (!enforcement.enforcers().isEmpty()) {
      LOG.info("enforced by {}", String.join(", ", enforcement.enforcers()));
      warnOfUnused(book);
    } else if (service || !book.rules().isEmpty()) {
      LOG.warn(
          "THE RULES ABOVE ARE NOT ENFORCED: this application has no web filter, no @RateLimited"
              + " method, no gateway route and no gRPC interceptor of ThrottleX");
    }
  }

  /** Warns of unused rules. Without a filter, a rule applies only where it is used by name. */
  private void warnOfUnused(RuleBook book) {
    List<String> unused =
        book.rules().stream()
            .filter(rule -> rule.mode() != Mode.OFF)
            .map(Rule::id)
            .filter(used.negate())
            .toList();
    if (!enforcement.isOfRequests() && !service && !unused.isEmpty()) {
      LOG.warn(
          "RULES THAT NOTHING ENFORCES: {}: there is no filter, and nothing uses them by name",
          String.join(", ", unused));
    }
  }

  /** Returns one line for each active rule. */
  static List<String> lines(RuleBook book) {
    List<String> lines =
        new ArrayList<>(
            book.rules().stream()
                .filter(rule -> rule.mode() != Mode.OFF)
                .map(rule -> "rule " + rule.id() + ": " + text(rule))
                .toList());
    if (book.fallback() instanceof Fallback.Default by) {
      lines.add("default rule: " + text(by.rule()));
    } else if (book.fallback() instanceof Fallback.Verdict verdict) {
      lines.add(
          "no default rule: a request that no rule applies to is "
              + (verdict.allowed() ? "allowed" : "denied"));
    }
    return lines;
  }

  private static String text(Rule rule) {
    String limits =
        rule.limits().entrySet().stream()
            .map(StartReport::limits)
            .collect(Collectors.joining("; "));
    String by = rule.key().stream().map(Object::toString).collect(Collectors.joining(", "));
    String where =
        rule.match().equals(Match.ALL)
            ? ""
            : " where " + rule.match().toString().substring("Match".length());
    String shadow = rule.mode() == Mode.SHADOW ? ", in shadow" : "";
    return limits + " by " + by + " (" + rule.algorithm() + ")" + where + shadow;
  }

  private static String limits(Map.Entry<String, List<Rate>> limits) {
    String rates =
        limits.getValue().stream().map(StartReport::rate).collect(Collectors.joining(", "));
    return limits.getKey().equals(Rule.EVERY_TIER) ? rates : limits.getKey() + " " + rates;
  }

  private static String rate(Rate rate) {
    return rate.burst() == 0 ? rate.toString() : rate + " with a burst of " + rate.burst();
  }
}
