package com.throttlex.server.compat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.ShownText;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleProblem;
import com.throttlex.server.admin.ProblemException;
import com.throttlex.server.json.JsonMembers;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses a rule of the flat form; members that only answers have are ignored. */
final class FlatRuleBody {
  private static final String[] MEMBERS = {
    "rule_id",
    "name",
    "dimension",
    "endpoint_pattern",
    "limit",
    "window_seconds",
    "algorithm",
    "tier",
    "created_at",
    "updated_at"
  };
  private static final String DIMENSIONS = "user, ip, apikey or global";
  private static final String ALGORITHMS =
      "token_bucket, sliding_window, sliding_window_log, fixed_window, leaky_bucket, gcra or"
          + " concurrency";

  private final JsonMembers fields;

  private FlatRuleBody(JsonObject sent) {
    fields = new JsonMembers(sent, MEMBERS);
  }

  /**
   * Returns the rule.
   *
   * @throws ProblemException with 422 and every problem, if there are any
   */
  static Rule read(JsonObject sent) {
    FlatRuleBody body = new FlatRuleBody(sent);
    String id = body.id();
    FlatRule rule =
        new FlatRule(
            id,
            body.fields.has("name") ? body.fields.text("name", "a title") : id,
            body.dimension(),
            body.endpoint(),
            body.fields.number("limit", 1, Rate.MAX_AMOUNT),
            body.fields.number("window_seconds", 1, Period.LONGEST.toSeconds()),
            body.algorithm(),
            body.fields.has("tier") ? body.fields.text("tier", "the name of a tier") : null);
    body.fields.finish(ProblemException::unprocessable);
    return rule(rule);
  }

  private static Rule rule(FlatRule rule) {
    try {
      return rule.rule();
    } catch (InvalidRulesException e) {
      throw ProblemException.of(422, e.problems().stream().map(RuleProblem::message).toList());
    } catch (IllegalArgumentException e) {
      throw ProblemException.of(422, List.of(String.valueOf(e.getMessage())));
    }
  }

  private String id() {
    String id = fields.text("rule_id", "the id of a rule");
    if (!id.isEmpty() && !Rule.isId(id)) {
      fields.wrong("rule_id", ShownText.quoted(id), "1 to 128 letters, digits, . _ -");
    }
    return id;
  }

  private FlatRule.Dimension dimension() {
    String text = fields.text("dimension", DIMENSIONS);
    String name = text.toUpperCase(Locale.ROOT).replace("_", "").replace("-", "");
    for (FlatRule.Dimension dimension : FlatRule.Dimension.values()) {
      if (dimension.name().equals(name)) {
        return dimension;
      }
    }
    if (!text.isEmpty()) {
      fields.wrong("dimension", ShownText.quoted(text), DIMENSIONS);
    }
    return FlatRule.Dimension.USER;
  }

  /** Returns the pattern with a slash at its beginning; null for all endpoints. */
  private @Nullable String endpoint() {
    if (!fields.has("endpoint_pattern")) {
      return null;
    }
    String expected = "a path such as /api/v1/orders/**, or *";
    String text = fields.text("endpoint_pattern", expected);
    if (text.isEmpty() || text.equals(FlatRule.ALL_ENDPOINTS)) {
      return null;
    }
    String pattern = text.startsWith("/") ? text : "/" + text;
    try {
      return EndpointPattern.parse(pattern).toString();
    } catch (IllegalArgumentException e) {
      fields.wrong("endpoint_pattern", ShownText.quoted(text), expected);
      return null;
    }
  }

  private Algorithm algorithm() {
    if (!fields.has("algorithm")) {
      return Algorithm.TOKEN_BUCKET;
    }
    String text = fields.text("algorithm", ALGORITHMS);
    String name = text.toUpperCase(Locale.ROOT).replace('-', '_');
    for (Algorithm algorithm : Algorithm.values()) {
      if (FlatRule.word(algorithm).equalsIgnoreCase(name) || algorithm.name().equals(name)) {
        return algorithm;
      }
    }
    if (!text.isEmpty()) {
      fields.wrong("algorithm", ShownText.quoted(text), ALGORITHMS);
    }
    return Algorithm.TOKEN_BUCKET;
  }
}
