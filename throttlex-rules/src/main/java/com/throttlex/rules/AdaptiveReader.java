package com.throttlex.rules;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.adaptive.Bounds;
import com.throttlex.adaptive.Gains;
import com.throttlex.adaptive.Signal;
import com.throttlex.adaptive.Thresholds;
import com.throttlex.algorithm.Period;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Reads the {@code adaptive} section: the settings of adaptive limits. */
final class AdaptiveReader {
  static final String PART_EXPECTED = "a number from 0 to 1, such as 0.25 or 25%";

  private static final AdaptiveSettings DEFAULTS = AdaptiveSettings.DEFAULTS;
  private static final String TIME_EXPECTED = "a length of time from 10ms to 1h, such as 1s";

  private final Section section;
  private final Problems problems;
  private final AdaptiveSettings absent;

  private AdaptiveReader(Section section, Problems problems, AdaptiveSettings absent) {
    this.section = section;
    this.problems = problems;
    this.absent = absent;
  }

  static AdaptiveSettings read(Value value, Problems problems) {
    Section section = value.section(FieldNames.SETTINGS);
    if (section == null) {
      return DEFAULTS;
    }
    int before = problems.count();
    AdaptiveSettings all = new AdaptiveReader(section, problems, DEFAULTS).settings();
    Value services = section.find("services");
    return services == null || problems.count() > before
        ? all
        : all.with(services(services, problems, all));
  }

  /** Returns the settings of single services; an absent one is that of all services. */
  private static Map<String, AdaptiveSettings> services(
      Value value, Problems problems, AdaptiveSettings all) {
    Map<String, AdaptiveSettings> services = new LinkedHashMap<>();
    Section names = value.section("a map of services");
    for (String name : names == null ? Set.<String>of() : names.names()) {
      Value its = Objects.requireNonNull(names).find(name);
      Section section = its == null ? null : its.section(FieldNames.SERVICE_SETTINGS);
      AdaptiveSettings own =
          section == null ? all : new AdaptiveReader(section, problems, all).settings();
      if (!own.equals(all)) {
        services.put(name, own);
      }
    }
    return services;
  }

  /** Returns the settings; an absent one has its default. */
  private AdaptiveSettings settings() {
    int before = problems.count();
    Duration interval = time("interval", absent.interval());
    Duration staleAfter = time("stale-after", absent.staleAfter());
    if (problems.count() == before && staleAfter.compareTo(interval) < 0) {
      stale(interval, staleAfter);
    }
    SignalsReader signals = new SignalsReader(section, problems, absent);
    Map<Signal, Double> weights = signals.weights();
    Map<Signal, Bounds> bounds = signals.bounds();
    Thresholds thresholds = thresholds();
    Gains gains = GainsReader.read(section, absent.gains());
    if (gains.deadBand() >= thresholds.room()) {
      deadBand(thresholds.room());
    }
    Duration change = time("change-interval", absent.changeInterval());
    return problems.count() > before
        ? absent
        : new AdaptiveSettings(weights, thresholds, bounds, gains, interval, change, staleAfter);
  }

  private Duration time(String name, Duration absent) {
    Value value = section.find(name);
    Duration time = value == null ? absent : value.parsed(AdaptiveReader::time, TIME_EXPECTED);
    return Objects.requireNonNullElse(time, absent);
  }

  private static Duration time(String text) {
    Duration time = LengthOfTime.parse(text, TIME_EXPECTED);
    if (time.toMillis() < 10 || time.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(TIME_EXPECTED);
    }
    return time;
  }

  /**
   * Reports a dead band that reaches the end of the range of health, so that no health is outside
   * it.
   */
  private void deadBand(double room) {
    Value band = section.find("dead-band");
    Value wrong = band == null ? section.find("thresholds") : band;
    if (wrong != null) {
      wrong.wrong(
          "a dead band of less than " + Math.round(100 * room) / 100.0 + ", the room about normal");
    }
  }

  private void stale(Duration interval, Duration staleAfter) {
    Value late = section.find("stale-after");
    Value often = section.find("interval");
    if (late != null) {
      late.wrong("at least the interval, " + Period.of(interval));
    } else if (often != null) {
      often.wrong("at most stale-after, " + Period.of(staleAfter));
    }
  }

  private Thresholds thresholds() {
    Value value = section.find("thresholds");
    int before = problems.count();
    Section said = value == null ? null : value.section(FieldNames.THRESHOLDS);
    Thresholds usual = absent.thresholds();
    if (value == null || said == null) {
      return usual;
    }
    double critical = threshold(said, "critical", usual.critical());
    double warning = threshold(said, "warning", usual.warning());
    double normal = threshold(said, "normal", usual.normal());
    try {
      return new Thresholds(critical, warning, normal);
    } catch (IllegalArgumentException e) {
      if (problems.count() == before) {
        String message = String.valueOf(e.getMessage());
        value.wrong(
            Problems.value(message.substring(message.indexOf('{'))), Problems.expected(message));
      }
      return usual;
    }
  }

  private static double threshold(Section said, String name, double absent) {
    Value value = said.find(name);
    return value == null ? absent : value.part(part -> part <= 1, absent, PART_EXPECTED);
  }
}
