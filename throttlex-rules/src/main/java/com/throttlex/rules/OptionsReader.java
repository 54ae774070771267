package com.throttlex.rules;

import com.throttlex.algorithm.Rate;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a rule that say how it behaves. */
final class OptionsReader {
  private static final Pattern PER_CENT = Pattern.compile("(0|[1-9][0-9]?|100)%");
  private static final String PER_CENT_EXPECTED = "per cent from 0 to 100, such as 25 or 25%";
  private static final String ON_EXCEED_EXPECTED = "one of reject, queue, shed, or {delay: 500ms}";
  private static final String DELAY_EXPECTED = "a length of time from 1ms to 1m, such as 500ms";

  private final Section section;

  private OptionsReader(Section section) {
    this.section = section;
  }

  static void read(Section section, RuleBuilder to) {
    OptionsReader reader = new OptionsReader(section);
    reader.on("cost", value -> to.cost(value.whole(1, RequestContext.MAX_COST, 1)));
    reader.on("mode", value -> to.mode(value.word(Mode.values(), FieldNames::word, Mode.ENFORCE)));
    reader.on("rollout", value -> to.rollout(rollout(value)));
    reader.on("shares", value -> to.shares(SharesReader.read(value)));
    reader.on("on-exceed", value -> to.onExceed(onExceed(value)));
    reader.on(
        "on-store-failure",
        value ->
            to.onStoreFailure(
                value.word(FailureMode.values(), FieldNames::word, FailureMode.LOCAL)));
    reader.on("sync", value -> to.sync(value.word(Sync.values(), FieldNames::word, Sync.STRICT)));
    reader.on("adaptive", value -> to.adaptive(adaptive(value)));
  }

  private void on(String name, Consumer<Value> reader) {
    Value value = section.find(name);
    if (value != null) {
      reader.accept(value);
    }
  }

  private static int rollout(Value value) {
    if (value.node() instanceof Node.Scalar scalar) {
      Matcher perCent = PER_CENT.matcher(scalar.text());
      if (perCent.matches()) {
        return Integer.parseInt(perCent.group(1));
      }
    }
    return (int) value.whole(0, 100, 100, PER_CENT_EXPECTED);
  }

  private static OnExceed onExceed(Value value) {
    if (value.node() instanceof Node.Fields) {
      Section section = value.section(FieldNames.DELAY);
      Value delay = section == null ? null : section.require("delay", DELAY_EXPECTED);
      return delay == null
          ? OnExceed.REJECT
          : Objects.requireNonNullElse(
              delay.parsed(OptionsReader::delay, DELAY_EXPECTED), OnExceed.REJECT);
    }
    String text = value.text(ON_EXCEED_EXPECTED);
    for (OnExceed known : List.of(OnExceed.REJECT, OnExceed.QUEUE, OnExceed.SHED)) {
      if (FieldNames.word(known.kind()).equals(text)) {
        return known;
      }
    }
    if (text != null) {
      value.wrong(ON_EXCEED_EXPECTED);
    }
    return OnExceed.REJECT;
  }

  private static OnExceed delay(String text) {
    Duration delay = LengthOfTime.parse(text, DELAY_EXPECTED);
    try {
      return OnExceed.delay(delay);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(DELAY_EXPECTED, e);
    }
  }

  private static @Nullable Adaptive adaptive(Value value) {
    Section section = value.section(FieldNames.ADAPTIVE);
    if (section == null) {
      return null;
    }
    long min = amount(section, "min", "the least amount");
    long max = amount(section, "max", "the largest amount");
    Value largest = section.find("max");
    if (largest != null && max != 0 && min > max) {
      largest.wrong("at least the min, " + min);
    }
    List<String> health = health(section.find("health"));
    return min == 0 || max < min ? null : new Adaptive(min, max, health);
  }

  private static List<String> health(@Nullable Value value) {
    return value == null
        ? List.of()
        : List.copyOf(
            value.someDistinct(item -> item.text("the name of a service"), "at least one service"));
  }

  /** The amount of that name, or 0 after a problem. */
  private static long amount(Section section, String name, String expected) {
    Value value = section.require(name, expected);
    return value == null ? 0 : value.whole(1, Rate.MAX_AMOUNT, 0);
  }
}
