package com.throttlex.server.admin;

import com.throttlex.jdbc.StoredOverride;
import com.throttlex.request.ShownText;
import com.throttlex.server.json.JsonMembers;
import com.throttlex.server.rules.ManagedUsers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits of a user under some rules, kept until they are removed: overrides that do not expire.
 *
 * @param limits by rule
 * @param removed the rules whose limits are the usual ones again
 */
record CustomLimits(Map<String, List<String>> limits, List<String> removed) {
  static final String MEMBER = "custom_limits";

  private static final String EXPECTED =
      "AMOUNT/PERIOD such as 500/1m, a list of them, {limit, window_seconds}, or null to remove";

  /** Reads the member; adds its problems to those of the other members. */
  static CustomLimits read(JsonMembers fields, ManagedUsers users) {
    CustomLimits custom = new CustomLimits(new LinkedHashMap<>(), new ArrayList<>());
    Object value = fields.value(MEMBER);
    if (value instanceof JsonObject rules) {
      rules.forEach(rule -> custom.read(rule.getKey(), rule.getValue(), fields, users));
    } else if (value != null) {
      fields.unexpected(MEMBER, "an object of limits by rule");
    }
    return custom;
  }

  private void read(String rule, @Nullable Object value, JsonMembers fields, ManagedUsers users) {
    if (value == null) {
      removed.add(rule);
      return;
    }
    List<String> rates = rates(value);
    if (rates.isEmpty()) {
      fields.wrong(MEMBER + "." + ShownText.plain(rule), "not limits", EXPECTED);
      return;
    }
    users
        .problems(rule, rates)
        .forEach(problem -> fields.wrong(MEMBER + "." + ShownText.plain(rule) + ": " + problem));
    limits.put(rule, rates);
  }

  /** Returns the limits as in the rule file; empty if the value is something else. */
  private static List<String> rates(Object value) {
    if (value instanceof String rate) {
      return List.of(rate);
    } else if (value instanceof JsonArray list) {
      return list.stream().allMatch(String.class::isInstance)
          ? list.stream().map(String.class::cast).toList()
          : List.of();
    }
    boolean flat =
        value instanceof JsonObject object
            && object.size() == 2
            && object.getValue("limit") instanceof Number
            && object.getValue("window_seconds") instanceof Number;
    return flat && value instanceof JsonObject object
        ? List.of(object.getValue("limit") + "/" + object.getValue("window_seconds") + "s")
        : List.of();
  }

  /** Returns the limits as overrides of a user, set by this call. */
  List<StoredOverride> overrides(String user, AdminCall call) {
    List<StoredOverride> overrides = new ArrayList<>();
    limits.forEach(
        (rule, rates) ->
            overrides.add(
                new StoredOverride(
                    user, rule, rates, StoredOverride.NEVER, call.actor(), call.now())));
    return overrides;
  }
}
