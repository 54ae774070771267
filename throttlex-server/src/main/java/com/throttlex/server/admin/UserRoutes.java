package com.throttlex.server.admin;

import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.jdbc.StoredOverride;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.json.JsonMembers;
import com.throttlex.server.rules.ManagedUsers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shows the limits of a user, and sets the user's tier. */
final class UserRoutes {
  private final ThrottleX throttlex;
  private final ManagedUsers users;

  UserRoutes(AdminServices parts) {
    throttlex = parts.throttlex();
    users = parts.users();
  }

  /** Returns the user in the path, which must be a name that requests can have. */
  static String user(AdminCall call) {
    String user = call.variable("id");
    RequestContext.ofUser(user);
    return user;
  }

  AdminAnswer limits(AdminCall call) {
    String user = user(call);
    RuleBook book = throttlex.rules();
    String tier = throttlex.tier(user);
    List<StoredOverride> overrides = users.overrides(user, call.now());
    JsonArray limits = new JsonArray();
    rulesFor(user, book).forEach(rule -> limits.add(limits(user, rule, overrides)));
    JsonArray given = new JsonArray();
    overrides.forEach(override -> given.add(OverrideRoutes.json(override)));
    return AdminAnswer.ok(
        new JsonObject()
            .put("user", user)
            .put("tier", tier)
            .put("effectiveTier", effective(tier, book.tiers()))
            .put("limits", limits)
            .put("overrides", given));
  }

  /** Returns the tier that selects limits; for an unknown or absent tier, the lowest. */
  private static @Nullable String effective(@Nullable String tier, List<String> tiers) {
    boolean known = tiers.isEmpty() || (tier != null && tiers.contains(tier));
    return known ? tier : tiers.get(0);
  }

  /** Returns the rules that count by user and can match this user, and those for this user. */
  private static List<Rule> rulesFor(String user, RuleBook book) {
    List<Rule> rules = new ArrayList<>(book.rules());
    if (book.fallback() instanceof Fallback.Default byDefault) {
      rules.add(byDefault.rule());
    }
    KeyPart part = KeyPart.of(KeyPart.Kind.USER);
    rules.removeIf(
        rule ->
            !isFor(user, rule)
                && !(rule.key().contains(part) && names(rule.match().users(), user)));
    return rules;
  }

  private static boolean isFor(String user, Rule rule) {
    return rule.match().users().contains(user) || rule.match().subjects().names().contains(user);
  }

  private static boolean names(Set<String> users, String user) {
    return users.isEmpty() || users.contains(user);
  }

  private JsonObject limits(String user, Rule rule, List<StoredOverride> overrides) {
    List<Limit> limits = throttlex.limits(user, null, rule.id());
    JsonArray rates = new JsonArray();
    limits.forEach(limit -> rates.add(json(limit.rate())));
    JsonObject json =
        new JsonObject()
            .put("rule", rule.id())
            .put("algorithm", rule.algorithm().toString())
            .put("limits", rates)
            .put("source", "tier");
    for (StoredOverride override : overrides) {
      if (override.rule().equals(rule.id()) && ManagedUsers.isFor(override, limits)) {
        json.put("source", "override").put("expiresAt", OverrideRoutes.end(override));
      }
    }
    return json;
  }

  /** Returns a rate as in the rule file: the short form if there is no burst. */
  private static Object json(Rate rate) {
    return rate.burst() == 0
        ? rate.toString()
        : new JsonObject()
            .put("amount", rate.amount())
            .put("period", rate.period().toString())
            .put("burst", rate.burst());
  }

  AdminAnswer putTier(AdminCall call) {
    String user = user(call);
    JsonMembers fields = new JsonMembers(call.json(), "tier", CustomLimits.MEMBER);
    String expected = "one of " + throttlex.rules().tiers();
    String tier = fields.text("tier", expected);
    CustomLimits custom = CustomLimits.read(fields, users);
    fields.finish(ProblemException::unprocessable);
    try {
      users.tier(user, tier, custom.overrides(user, call), custom.removed(), call.change());
    } catch (IllegalArgumentException e) {
      throw ProblemException.of(422, List.of(String.valueOf(e.getMessage())));
    }
    JsonObject answer = new JsonObject().put("user", user).put("tier", tier);
    JsonObject kept = custom(user, call);
    return AdminAnswer.ok(kept.isEmpty() ? answer : answer.put(CustomLimits.MEMBER, kept));
  }

  /** Returns the overrides of a user that stay until they are removed, by rule. */
  private JsonObject custom(String user, AdminCall call) {
    JsonObject custom = new JsonObject();
    for (StoredOverride override : users.overrides(user, call.now())) {
      if (!override.expires()) {
        custom.put(override.rule(), new JsonArray(override.limits()));
      }
    }
    return custom;
  }

  AdminAnswer removeTier(AdminCall call) {
    users.removeTier(user(call), call.change());
    return AdminAnswer.empty(204);
  }
}
