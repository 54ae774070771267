package com.throttlex.rules;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Period;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.Shares;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes rules as a tree of maps, lists, texts and numbers; what is as by default is left out. */
final class RuleTree {
  private static final List<KeyPart> DEFAULT_KEY = List.of(KeyPart.of(KeyPart.Kind.IP));

  private final Map<String, Object> tree = new LinkedHashMap<>();

  private RuleTree() {}

  static Map<String, Object> of(RuleBook book) {
    RuleTree writer = new RuleTree();
    writer.tree.put("version", BookReader.VERSION);
    writer.tree.putAll(PreambleTree.of(book.preamble()));
    writer.tree.put("rules", book.rules().stream().map(RuleTree::of).toList());
    return writer.tree;
  }

  static Map<String, Object> of(Rule rule) {
    RuleTree writer = new RuleTree();
    writer.tree.put("id", rule.id());
    writer.putSome("match", match(rule.match()));
    writer.fields(rule);
    return writer.tree;
  }

  static Object fallback(Fallback fallback) {
    if (fallback instanceof Fallback.Default d) {
      RuleTree writer = new RuleTree();
      writer.fields(d.rule());
      return writer.tree;
    }
    return fallback.equals(Fallback.DENY) ? "deny" : "none";
  }

  static Map<String, Object> match(Match match) {
    RuleTree writer = new RuleTree();
    if (match.endpoint() != null) {
      writer.tree.put("endpoint", match.endpoint().toString());
    }
    writer.putSome("methods", List.copyOf(match.methods()));
    writer.putSome("services", List.copyOf(match.services()));
    writer.putSome("attributes", match.attributes());
    writer.putSome("tiers", List.copyOf(match.tiers()));
    writer.putSome("priorities", match.priorities().stream().map(FieldNames::word).toList());
    writer.putSome("users", List.copyOf(match.users()));
    writer.putSome("ips", List.copyOf(match.ips()));
    writer.putSome("api-keys", List.copyOf(match.apiKeys()));
    return writer.tree;
  }

  private void fields(Rule rule) {
    if (!rule.key().equals(DEFAULT_KEY)) {
      tree.put("key", rule.key().stream().map(KeyPart::toString).toList());
    }
    LimitsTree limits = new LimitsTree(rule.limits());
    tree.put("limits", limits.tree());
    putUnless(Algorithm.TOKEN_BUCKET, "algorithm", rule.algorithm());
    if (limits.burst() != 0) {
      tree.put("burst", limits.burst());
    }
    if (rule.cost() != 1) {
      tree.put("cost", rule.cost());
    }
    putUnless(Mode.ENFORCE, "mode", rule.mode());
    if (rule.rollout() != 100) {
      tree.put("rollout", rule.rollout());
    }
    behaviour(rule);
    putSome("replaces", rule.replaces());
    limits.zone().ifPresent(zone -> tree.put("zone", zone.toString()));
  }

  private void behaviour(Rule rule) {
    putSome("shares", shares(rule.shares()));
    if (!rule.onExceed().equals(OnExceed.REJECT)) {
      tree.put("on-exceed", onExceed(rule.onExceed()));
    }
    putUnless(FailureMode.LOCAL, "on-store-failure", rule.onStoreFailure());
    putUnless(Sync.STRICT, "sync", rule.sync());
    Adaptive adaptive = rule.adaptive();
    if (adaptive != null) {
      Map<String, Object> range = new LinkedHashMap<>();
      range.put("min", adaptive.min());
      range.put("max", adaptive.max());
      if (!adaptive.health().isEmpty()) {
        range.put("health", adaptive.health());
      }
      tree.put("adaptive", range);
    }
  }

  private static Map<String, Object> shares(Shares shares) {
    Map<String, Object> tree = new LinkedHashMap<>();
    shares
        .perCent()
        .forEach(
            (priority, byTier) -> {
              Integer forAll = byTier.get(Rule.EVERY_TIER);
              tree.put(FieldNames.word(priority), forAll == null ? byTier : forAll);
            });
    return tree;
  }

  private static Object onExceed(OnExceed onExceed) {
    return onExceed.kind() == OnExceed.Kind.DELAY
        ? Map.of("delay", Period.of(onExceed.maxDelay()).toString())
        : FieldNames.word(onExceed.kind());
  }

  private void putUnless(Enum<?> byDefault, String name, Enum<?> value) {
    if (value != byDefault) {
      tree.put(name, FieldNames.word(value));
    }
  }

  private void putSome(String name, Collection<String> values) {
    if (!values.isEmpty()) {
      tree.put(name, values);
    }
  }

  private void putSome(String name, Map<String, ?> values) {
    if (!values.isEmpty()) {
      tree.put(name, values);
    }
  }
}
