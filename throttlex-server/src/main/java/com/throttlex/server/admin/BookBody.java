package com.throttlex.server.admin;

import com.throttlex.request.ShownText;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.rules.SentBook;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses a whole rule book that was sent: the fields of the rule file as JSON. */
final class BookBody {
  private static final String RULES = "rules";

  private final List<String> problems = new ArrayList<>();

  private BookBody() {}

  /**
   * Parses a book. {@code rules} is required, so that no forgotten member deletes all rules.
   *
   * @param file the other parts of the rule file, which the book need not repeat; null without file
   * @throws ProblemException with all problems, if there are any
   */
  static SentBook read(JsonObject sent, @Nullable Preamble file) {
    BookBody body = new BookBody();
    Map<String, Object> tree = new LinkedHashMap<>(sent.getMap());
    List<Rule> rules = body.rules(tree.remove(RULES));
    tree.putIfAbsent("version", 1);
    if (file != null) {
      RuleFile.toMap(file).forEach(tree::putIfAbsent);
    }
    Preamble preamble = body.preamble(tree);
    if (!body.problems.isEmpty()) {
      throw ProblemException.unprocessable(body.problems);
    }
    return new SentBook(preamble, rules);
  }

  private Preamble preamble(Map<String, Object> tree) {
    try {
      return RuleFile.bookOf(tree, "body").preamble();
    } catch (InvalidRuleFileException e) {
      e.problems().forEach(problem -> problems.add(AdminFailures.text(problem)));
      return RuleBook.EMPTY.preamble();
    }
  }

  private List<Rule> rules(@Nullable Object sent) {
    List<Rule> rules = new ArrayList<>();
    if (!(sent instanceof List<?> list)) {
      problems.add("rules: " + (sent == null ? "nothing" : "no list") + " (expected: a list)");
      return rules;
    }
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) instanceof Map<?, ?> fields) {
        rule(fields, i, rules);
      } else {
        problems.add("rules[" + i + "]: not an object (expected: a rule)");
      }
    }
    return rules;
  }

  private void rule(Map<?, ?> sent, int position, List<Rule> rules) {
    Map<String, Object> fields = new LinkedHashMap<>();
    sent.forEach((name, value) -> fields.put(String.valueOf(name), value));
    RuleJson.removeAbout(fields);
    try {
      rules.add(RuleFile.ruleOf(fields, "body"));
    } catch (InvalidRuleFileException e) {
      String rule =
          fields.get("id") instanceof String id && !id.isEmpty()
              ? "rule " + ShownText.plain(id)
              : "rules[" + position + "]";
      e.problems().forEach(problem -> problems.add(rule + ": " + AdminFailures.text(problem)));
    }
  }
}
