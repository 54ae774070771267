package com.throttlex.rules;

import com.throttlex.request.RequestContext;
import com.throttlex.rule.AnswerCost;
import com.throttlex.rule.AnswerCost.Kind;
import com.throttlex.rule.AnswerCost.OnOverrun;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@code cost}: a number, or an estimate and the part of the answer to read. */
final class CostReader {
  private static final String ESTIMATE_EXPECTED = "the units to reserve, such as 500";
  private static final String PART_EXPECTED = "one of header, json, bytes";

  private CostReader() {}

  /** Reads the value. */
  static void read(Value value, RuleBuilder to) {
    if (!(value.node() instanceof Node.Fields fields)) {
      to.cost(units(value));
      return;
    }
    if (fields.fields().isEmpty()) {
      value.wrong("{}", "a whole number, or estimate with " + PART_EXPECTED);
      return;
    }
    Section section = value.section(FieldNames.COST);
    if (section == null) {
      return;
    }
    Value estimate = section.require("estimate", ESTIMATE_EXPECTED);
    if (estimate != null) {
      to.cost(units(estimate));
    }
    Value overrun = section.find("on-overrun");
    OnOverrun onOverrun =
        overrun == null
            ? OnOverrun.FINISH
            : overrun.word(OnOverrun.values(), FieldNames::word, OnOverrun.FINISH);
    to.answerCost(part(value, section, onOverrun));
  }

  private static long units(Value value) {
    return value.whole(1, RequestContext.MAX_COST, 1);
  }

  private static @Nullable AnswerCost part(Value whole, Section section, OnOverrun onOverrun) {
    List<Kind> kinds =
        Arrays.stream(Kind.values()).filter(kind -> section.has(kind.text())).toList();
    if (kinds.size() != 1) {
      String given = kinds.isEmpty() ? "no part of the answer" : "several parts of the answer";
      whole.wrong(given, PART_EXPECTED);
      return null;
    }
    Kind kind = kinds.get(0);
    Value value = section.find(kind.text());
    String name = value == null ? null : value.text(kind.expected());
    if (value == null || name == null) {
      return null;
    }
    if (!AnswerCost.isName(kind, name)) {
      value.wrong(kind.expected());
      return null;
    }
    return new AnswerCost(kind, name, onOverrun);
  }

  /** Returns the value to write, or null for the default. */
  static @Nullable Object tree(Rule rule) {
    AnswerCost part = rule.answerCost();
    if (part == null) {
      return rule.cost() == 1 ? null : (Object) rule.cost();
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("estimate", rule.cost());
    fields.put(part.kind().text(), part.name());
    if (part.onOverrun() != OnOverrun.FINISH) {
      fields.put("on-overrun", FieldNames.word(part.onOverrun()));
    }
    return fields;
  }
}
