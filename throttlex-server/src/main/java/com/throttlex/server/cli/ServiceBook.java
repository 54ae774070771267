package com.throttlex.server.cli;

import com.throttlex.rule.Preamble;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rule book of a running service.
 *
 * @param rules the rules, in its order
 * @param preamble the other parts, such as {@code tiers}
 * @param etag the value of {@code If-Match} that changes this book and no later one; empty for any
 */
record ServiceBook(List<ServiceRule> rules, JsonObject preamble, String etag) {
  /** Returns the other parts; those that the service does not send have their defaults. */
  Preamble parsedPreamble() {
    Map<String, Object> tree = new LinkedHashMap<>(preamble.getMap());
    tree.put("version", 1);
    return RuleFile.bookOf(tree, "the service").preamble();
  }

  /** Returns the other parts in the form of a rule file, as far as a file has them too. */
  Map<String, Object> otherParts(RuleBook file) {
    Map<String, Object> parts = RuleFile.toMap(parsedPreamble());
    parts.keySet().retainAll(RuleFile.toMap(file.preamble()).keySet());
    return parts;
  }
}
