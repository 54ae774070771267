package com.throttlex.server.compat;

import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.RuleBook;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gauge {@code throttlex.tokens.remaining} of the first hundred policies, by their keys: the
 * least that a counter of the policy has.
 *
 * <p>It is read from the store when the metrics are scraped, so it costs checks nothing.
 */
public final class PolicyGauges {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyGauges.class);
  private static final int MOST = 100;

  private final ThrottleX throttlex;
  private final MultiGauge gauge;

  /** Registers the gauge. */
  public PolicyGauges(ThrottleX throttlex, MeterRegistry registry) {
    this.throttlex = throttlex;
    gauge =
        MultiGauge.builder("throttlex.tokens.remaining")
            .description("Units left of the first " + MOST + " policies")
            .register(registry);
  }

  /** Reads the counters of the policies; may block. A store that fails leaves no values. */
  public void refresh() {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    try {
      RuleBook book = throttlex.rules();
      for (Policy policy : Policies.first(book, MOST)) {
        Tags tags = Tags.of("policy", PolicyId.shown(policy.key().text()));
        rows.add(MultiGauge.Row.of(tags, remaining(book, policy)));
      }
    } catch (RuntimeException e) {
      LOG.debug("tokens of policies: the store failed", e);
      rows.clear();
    }
    gauge.register(rows, true);
  }

  private double remaining(RuleBook book, Policy policy) {
    CompiledRule rule = book.rule(policy.ruleId());
    LimitStatus least =
        rule == null
            ? null
            : KeyUsage.tightest(Policies.counters(rule).stream().map(throttlex::inspect));
    return least == null ? policy.capacity() : least.remaining();
  }
}
