package com.throttlex.server.rules;

import com.throttlex.rule.Preamble;
import com.throttlex.rules.RuleFile;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;

/**
 * The parts of a rule book other than its rules, as a row among the stored rules.
 *
 * <p>As a row it has versions, a history and the exchange between nodes like every rule. Its id is
 * not possible for a rule. It is in force when there is no rule file.
 */
final class StoredPreamble {
  static final String ID = "=book";

  private StoredPreamble() {}

  static String json(Preamble preamble) {
    return new JsonObject()
        .put("id", ID)
        .mergeIn(new JsonObject(RuleFile.toMap(preamble)))
        .encode();
  }

  /**
   * Parses the row.
   *
   * @throws com.throttlex.rules.InvalidRuleFileException with all problems, if there are any
   */
  static Preamble parse(String json) {
    try {
      JsonObject tree = new JsonObject(json).put("version", 1);
      tree.remove("id");
      return RuleFile.bookOf(tree.getMap(), ID).preamble();
    } catch (DecodeException e) {
      return RuleFile.parse(json, ID).preamble();
    }
  }
}
