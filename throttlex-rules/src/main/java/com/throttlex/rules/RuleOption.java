package com.throttlex.rules;

import com.throttlex.algorithm.Rate;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key of a rule that has a default: how it is read and how it is written.
 *
 * @param writer returns the value to write, or null for the default, which is not written
 */
record RuleOption(
    String name, BiConsumer<Value, RuleBuilder> reader, Function<Rule, @Nullable Object> writer) {
  /** All options, in the order in which they are written. */
  static final List<RuleOption> ALL =
      List.of(
          new RuleOption("cost", CostReader::read, CostReader::tree),
          new RuleOption(
              "mode",
              (value, to) -> to.mode(word(value, Mode.ENFORCE)),
              rule -> unless(Mode.ENFORCE, rule.mode())),
          new RuleOption(
              "rollout",
              (value, to) -> to.rollout(rollout(value)),
              rule -> unless(100, rule.rollout())),
          new RuleOption(
              "shares",
              (value, to) -> to.shares(SharesReader.read(value)),
              rule -> unless(Map.of(), SharesReader.tree(rule.shares()))),
          new RuleOption(
              "on-exceed",
              (value, to) -> to.onExceed(OnExceedReader.read(value)),
              rule -> OnExceedReader.tree(rule.onExceed())),
          new RuleOption(
              "on-store-failure",
              (value, to) -> to.onStoreFailure(word(value, FailureMode.LOCAL)),
              rule -> word(rule.onStoreFailure())),
          new RuleOption(
              "sync",
              (value, to) -> to.sync(word(value, Sync.STRICT)),
              rule -> unless(Sync.STRICT, rule.sync())),
          new RuleOption(
              "store",
              (value, to) -> to.store(store(value)),
              rule -> unless(Rule.DEFAULT_STORE, rule.store())),
          new RuleOption(
              "adaptive",
              (value, to) -> to.adaptive(adaptive(value)),
              rule -> tree(rule.adaptive())));

  private static final Pattern PER_CENT = Pattern.compile("(0|[1-9][0-9]?|100)%");
  private static final String PER_CENT_EXPECTED = "per cent from 0 to 100, such as 25 or 25%";

  /** Reads the key, if it is present. */
  void read(Section from, RuleBuilder to) {
    Value value = from.find(name);
    if (value != null) {
      reader.accept(value, to);
    }
  }

  /** Writes the key, unless it has the default. */
  void write(Rule from, Map<String, Object> to) {
    Object value = writer.apply(from);
    if (value != null) {
      to.put(name, value);
    }
  }

  private static <E extends Enum<E>> E word(Value value, E absent) {
    E[] words = absent.getDeclaringClass().getEnumConstants();
    return value.word(words, FieldNames::word, absent);
  }

  private static @Nullable Object unless(Object absent, Object value) {
    Object tree = value instanceof Enum<?> word ? FieldNames.word(word) : value;
    return value.equals(absent) ? null : tree;
  }

  private static @Nullable Object word(@Nullable FailureMode mode) {
    return mode == null ? null : FieldNames.word(mode);
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

  private static String store(Value value) {
    String name = value.text("the name of a store");
    return name == null ? Rule.DEFAULT_STORE : name;
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

  /** Returns the amount of that name, or 0 after a problem. */
  private static long amount(Section section, String name, String expected) {
    Value value = section.require(name, expected);
    return value == null ? 0 : value.whole(1, Rate.MAX_AMOUNT, 0);
  }

  private static @Nullable Object tree(@Nullable Adaptive adaptive) {
    if (adaptive == null) {
      return null;
    }
    Map<String, Object> range = new LinkedHashMap<>();
    range.put("min", adaptive.min());
    range.put("max", adaptive.max());
    if (!adaptive.health().isEmpty()) {
      range.put("health", adaptive.health());
    }
    return range;
  }
}
