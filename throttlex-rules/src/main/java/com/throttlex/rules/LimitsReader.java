package com.throttlex.rules;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.ShownText;
import com.throttlex.rule.Rule;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code limits} of a rule in all their forms.
 *
 * <p>Each limit is also created for the rule's algorithm, though only the rate is kept. So a
 * conflict is reported in the line of the limit that has it.
 */
final class LimitsReader {
  static final String EXPECTED =
      "AMOUNT/PERIOD such as 100/1m, {amount, period, burst}, a list of those, or a map of tiers";

  private static final String ONE_EXPECTED =
      "AMOUNT/PERIOD such as 100/1m or {amount, period, burst}";
  private static final String TIER_EXPECTED = ONE_EXPECTED + ", or a list of those";
  private static final String PERIOD_EXPECTED = "a period such as 1m";

  private final Algorithm algorithm;
  private final ZoneId zone;
  private final long burst;
  private boolean lengthSeen;
  private boolean calendarSeen;

  /**
   * Creates a reader for one rule.
   *
   * @param burst the burst of a limit without its own, or 0
   */
  LimitsReader(Algorithm algorithm, ZoneId zone, long burst) {
    this.algorithm = algorithm;
    this.zone = zone;
    this.burst = burst;
  }

  /** Returns whether a limit was read whose period is a length of time. */
  boolean lengthSeen() {
    return lengthSeen;
  }

  /** Returns whether a limit was read whose period is a calendar unit. */
  boolean calendarSeen() {
    return calendarSeen;
  }

  /** Returns the limits by tier. */
  Map<String, List<Rate>> read(Value value) {
    boolean byTier = value.node() instanceof Node.Fields map && !isLimit(map);
    Section tiers = byTier ? value.section(EXPECTED) : null;
    if (tiers == null) {
      List<Rate> rates = rates(value, EXPECTED);
      return rates.isEmpty() ? Map.of() : Map.of(Rule.EVERY_TIER, rates);
    }
    if (tiers.names().isEmpty()) {
      value.wrong(EXPECTED);
    }
    Map<String, List<Rate>> limits = new LinkedHashMap<>();
    for (String tier : tiers.names()) {
      tier(tiers.find(tier), tier, limits);
    }
    return limits;
  }

  private static boolean isLimit(Node.Fields map) {
    return FieldNames.LIMIT_MARKS.stream().anyMatch(map.fields()::containsKey);
  }

  private void tier(@Nullable Value value, String tier, Map<String, List<Rate>> limits) {
    if (value != null && tier.equals(Rule.EVERY_TIER)) {
      value.wrong("\"*\" as a key", "the name of a tier; limits for every tier go without");
    } else if (value != null && !Value.isName(tier)) {
      value.wrong(ShownText.quoted(tier) + " as a key", Value.NAME_EXPECTED);
    } else if (value != null) {
      limits.put(tier, rates(value, TIER_EXPECTED));
    }
  }

  private List<Rate> rates(Value value, String expected) {
    List<Value> items = value.items();
    if (items.isEmpty()) {
      value.wrong(expected);
    }
    List<Rate> rates = new ArrayList<>(items.size());
    for (Value item : items) {
      Rate rate = rate(item, value.node() instanceof Node.Items ? ONE_EXPECTED : expected);
      if (rate != null) {
        rates.add(rate);
      }
    }
    return rates;
  }

  private @Nullable Rate rate(Value value, String expected) {
    Rate rate =
        value.node() instanceof Node.Fields
            ? longForm(value)
            : value.parsed(text -> Rate.parse(text, zone), expected);
    return rate == null ? null : counted(value, rate);
  }

  private @Nullable Rate longForm(Value value) {
    Section section = value.section(FieldNames.LIMIT);
    if (section == null) {
      return null;
    }
    long amount = amount(section.require("amount", "a whole number"));
    long own = amount(section.find("burst"));
    Value length = section.require("period", PERIOD_EXPECTED);
    Period period =
        length == null ? null : length.parsed(text -> Period.parse(text, zone), PERIOD_EXPECTED);
    return amount == 0 || period == null ? null : rate(value, amount, period, own);
  }

  /** Returns the amount, or 0 if it is absent or after a problem. */
  private static long amount(@Nullable Value value) {
    return value == null ? 0 : value.whole(1, Rate.MAX_AMOUNT, 0);
  }

  private static @Nullable Rate rate(Value value, long amount, Period period, long burst) {
    try {
      return new Rate(amount, period, burst);
    } catch (IllegalArgumentException e) {
      value.wrong(e);
      return null;
    }
  }

  private @Nullable Rate counted(Value value, Rate read) {
    boolean calendar = read.period().calendar() != null;
    calendarSeen |= calendar;
    lengthSeen |= !calendar;
    Rate rate = read.burst() == 0 && !calendar ? read.withBurst(burst) : read;
    try {
      Limit.of(algorithm, rate);
      return rate;
    } catch (IllegalArgumentException e) {
      value.wrong(e);
      return null;
    }
  }
}
