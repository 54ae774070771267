package com.throttlex.rules;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes rules as a tree of maps, lists, texts and numbers; defaults are left out. */
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
    if (!rule.name().equals(rule.id())) {
      writer.tree.put("name", rule.name());
    }
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
    writer.putSome("subjects", List.copyOf(match.subjects().names()));
    return writer.tree;
  }

  private void fields(Rule rule) {
    if (!rule.key().equals(DEFAULT_KEY)) {
      tree.put("key", rule.key().stream().map(KeyPart::toString).toList());
    }
    LimitsTree limits = new LimitsTree(rule.limits());
    tree.put("limits", limits.tree());
    if (rule.algorithm() != Algorithm.TOKEN_BUCKET) {
      tree.put("algorithm", FieldNames.word(rule.algorithm()));
    }
    if (limits.burst() != 0) {
      tree.put("burst", limits.burst());
    }
    RuleOption.ALL.forEach(option -> option.write(rule, tree));
    putSome("replaces", rule.replaces());
    limits.zone().ifPresent(zone -> tree.put("zone", zone.toString()));
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
