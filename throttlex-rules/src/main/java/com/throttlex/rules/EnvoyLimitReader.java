package com.throttlex.rules;

import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Spelling;
import com.throttlex.rules.yaml.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the {@code rate_limit} of a descriptor in Envoy's rule file. */
final class EnvoyLimitReader {
  private static final List<String> FIELDS =
      List.of("unit", "requests_per_unit", "unlimited", "name", "replaces");
  private static final Map<String, String> PERIODS = new LinkedHashMap<>();

  static {
    PERIODS.put("second", "1s");
    PERIODS.put("minute", "1m");
    PERIODS.put("hour", "1h");
    PERIODS.put("day", "1d");
    PERIODS.put("week", "7d");
    PERIODS.put("month", "30d");
    PERIODS.put("year", "365d");
  }

  private static final String UNIT_EXPECTED = "one of " + String.join(", ", PERIODS.keySet());

  /**
   * The rate of an unlimited limit. A rate is at most 1000000000 a second, so the period is a
   * minute.
   */
  static final Rate UNLIMITED = Rate.parse(EnvoyRules.UNLIMITED + "/1m");

  private final Section descriptor;
  private final Problems differences;

  EnvoyLimitReader(Section descriptor, Problems differences) {
    this.descriptor = descriptor;
    this.differences = differences;
  }

  /** Returns the limit, or null if there is none. */
  @Nullable EnvoyLimit read() {
    boolean shadow = flag(descriptor, "shadow_mode");
    Value value = EnvoyReader.find(descriptor, "rate_limit");
    Section section = value == null ? null : value.section(FIELDS);
    if (section == null) {
      return null;
    }
    Value named = EnvoyReader.find(section, "name");
    String name = named == null ? null : named.text("a name");
    Rate rate = flag(section, "unlimited") ? unlimited(section) : rate(section);
    List<String> replaces = replaces(section, name == null ? "" : name);
    return new EnvoyLimit(section.line(), rate, name == null ? "" : name, replaces, shadow);
  }

  private static boolean flag(Section section, String name) {
    Value value = EnvoyReader.find(section, name);
    String text = value == null ? "false" : value.text("true or false");
    String word = text == null ? "false" : text.toLowerCase(Locale.ROOT);
    if (value != null && !word.equals("true") && !word.equals("false")) {
      value.wrong("true or false");
    }
    return word.equals("true");
  }

  private static Rate unlimited(Section section) {
    Value unit = EnvoyReader.find(section, "unit");
    if (unit != null) {
      unit.wrong("none, as the limit is unlimited");
    }
    return UNLIMITED;
  }

  private @Nullable Rate rate(Section section) {
    Value unit = section.require("unit", UNIT_EXPECTED);
    String word = unit == null ? null : unit.text(UNIT_EXPECTED);
    String period = word == null ? null : PERIODS.get(word.toLowerCase(Locale.ROOT));
    if (unit != null && word != null && period == null) {
      unit.wrong(Spelling.expected(word, PERIODS.keySet()));
    }
    Value requests = EnvoyReader.find(section, "requests_per_unit");
    long amount = requests == null ? 0 : requests.whole(0, EnvoyRules.UNLIMITED, 0);
    return period == null ? null : rate(section, amount, Period.parse(period));
  }

  private @Nullable Rate rate(Section section, long amount, Period period) {
    if (amount == 0) {
      differ(
          section, amount, "at least 1, as no rule denies everything; the limit is not imported");
      return null;
    } else if (amount > period.nanos()) {
      differ(section, amount, "at most 1000000000 a second; that is imported");
      return new Rate(period.nanos(), period, 0);
    }
    return new Rate(amount, period, 0);
  }

  private void differ(Section section, long amount, String expected) {
    Node.Field field = section.field("requests_per_unit");
    int line = field == null ? section.line() : field.line();
    differences.add(line, section.key("requests_per_unit"), String.valueOf(amount), expected);
  }

  private static List<String> replaces(Section section, String own) {
    Value value = EnvoyReader.find(section, "replaces");
    List<String> names = new ArrayList<>();
    for (Value item : value == null ? List.<Value>of() : value.items()) {
      Section entry = item.section(List.of("name"));
      Value name = entry == null ? null : entry.require("name", "the name of a limit");
      String text = name == null ? null : name.text("the name of a limit");
      if (name != null && text != null && text.equals(own)) {
        name.wrong("the name of another limit");
      } else if (text != null) {
        names.add(text);
      }
    }
    return names;
  }
}
