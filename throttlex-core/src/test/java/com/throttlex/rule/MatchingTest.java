package com.throttlex.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatchingTest {
  static List<String> matched(RuleBook book, RequestContext request) {
    return matched(book, request, new Matching());
  }

  private static List<String> matched(RuleBook book, RequestContext request, Matching matching) {
    book.match(request, matching);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < matching.size(); i++) {
      ids.add(matching.get(i).rule().id());
    }
    return ids;
  }

  private static RequestContext path(String path) {
    return RequestContext.builder().endpoint(path).build();
  }

  private static Rule rule(String id, String pattern) {
    return Rule.builder(id).key("global").limits("5/1m").endpoint(pattern).build();
  }

  private static Rule of(String id, String method) {
    Match match = new Match(null, Set.of(method), Set.of(), Map.of(), Set.of(), Set.of());
    return Rule.builder(id).match(match).key("global").limits("5/1m").build();
  }

  @Test
  void rule_forGet_holdsForHeadAsWell() {
    RuleBook book = RuleBook.of(of("get", "GET"), of("put", "PUT"), of("head", "HEAD"));
    assertThat(matched(book, RequestContext.builder().method("HEAD").build()))
        .containsExactlyInAnyOrder("get", "head");
    assertThat(matched(book, RequestContext.builder().method("GET").build()))
        .containsExactly("get");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void match_ofRandomRules_equalsTheNaiveSearch(long seed) {
    Random random = new Random(seed);
    Matching matching = new Matching();
    int found = 0;
    for (int round = 0; round < 60; round++) {
      List<Rule> rules = new ArrayList<>();
      int count = random.nextInt(100);
      for (int i = 0; i < count; i++) {
        rules.add(RandomRules.rule(random, "r" + i).build());
      }
      RuleBook book = RuleBook.of(RandomRules.TIERS, Fallback.ALLOW, rules);
      for (int i = 0; i < 100; i++) {
        RequestContext request = RandomRules.request(random);
        List<String> expected = RandomRules.naive(rules, request);
        assertThat(matched(book, request, matching))
            .as("seed %s round %s request %s", seed, round, i)
            .isEqualTo(expected);
        found += expected.size();
      }
    }

    assertThat(found).isGreaterThan(6_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {6, 7})
  void reasons_ofRandomRules_agreeWithMatch(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 30; round++) {
      List<Rule> rules = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        RuleBuilder rule = RandomRules.rule(random, "r" + i);
        rules.add(
            i % 4 == 0 ? rule.build() : rule.replaces("r" + (i - 1), "r" + i / 4 * 4).build());
      }
      RuleBook book = RuleBook.of(RandomRules.TIERS, Fallback.ALLOW, rules);
      for (int i = 0; i < 20; i++) {
        RequestContext request = RandomRules.request(random);
        List<Reason> reasons = book.reasons(request, Integer.MAX_VALUE);
        assertThat(reasons).extracting(reason -> reason.rule().rule()).isEqualTo(rules);
        assertThat(reasons).noneMatch(reason -> reason.why().isEmpty());
        assertThat(reasons.stream().filter(Reason::applies).map(r -> r.rule().rule().id()))
            .isEqualTo(matched(book, request));
      }
    }
  }

  @Test
  void match_amongTenThousandEndpoints_findsTheRule() {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      String pattern = i % 4 == 0 ? "/**" : i % 4 == 1 ? "/{id}" : "";
      rules.add(rule("r" + i, "/api/v" + i % 10 + "/resource" + i + pattern));
    }
    RuleBook book = RuleBook.of(List.of(), Fallback.ALLOW, rules);

    for (int i = 0; i < 10_000; i++) {
      String base = "/api/v" + i % 10 + "/resource" + i;
      boolean plain = i % 4 != 1;
      boolean deep = i % 4 == 0;
      assertThat(matched(book, path(base))).isEqualTo(plain ? List.of("r" + i) : List.of());
      assertThat(matched(book, path(base + "/x")))
          .isEqualTo(plain && !deep ? List.of() : List.of("r" + i));
      assertThat(matched(book, path(base + "/x/y"))).isEqualTo(deep ? List.of("r" + i) : List.of());
    }
    assertThat(matched(book, path("/api/v1/resource2"))).isEmpty();
  }

  @Test
  void match_amongTenThousandServicesAndAttributes_findsTheRules() {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      Set<String> services = i % 2 == 0 ? Set.of("s" + i) : Set.of();
      Map<String, String> attributes = i % 2 == 0 ? Map.of() : Map.of("tenant", "t" + i);
      Match match = new Match(null, Set.of(), services, attributes, Set.of(), Set.of());
      rules.add(Rule.builder("r" + i).key("global").limits("5/1m").match(match).build());
    }
    RuleBook book = RuleBook.of(List.of(), Fallback.ALLOW, rules);

    for (int i = 0; i < 10_000; i += 2) {
      RequestContext request =
          RequestContext.builder().service("s" + i).attribute("tenant", "t" + (9999 - i)).build();
      assertThat(matched(book, request)).containsExactlyInAnyOrder("r" + i, "r" + (9999 - i));
    }
    assertThat(matched(book, path("/"))).isEmpty();
  }

  @Test
  void match_ofRuleMatchingInSeveralWays_findsItOnce() {
    RuleBook book = RuleBook.of(rule("any", "/**/a/**"), rule("all", "/**/**"));

    assertThat(matched(book, path("/a/a/a/a"))).containsExactly("any", "all");
  }

  @Test
  void match_givesRulesInTheOrderOfTheBook() {
    RuleBook book =
        RuleBook.of(
            rule("z", "/a/b"),
            rule("y", "/**"),
            Rule.builder("x").key("global").limits("5/1m").build(),
            rule("w", "/a/*"),
            rule("v", "/a/b"));

    assertThat(matched(book, path("/a/b"))).containsExactly("z", "y", "x", "w", "v");
  }

  @Test
  void match_ofMethod_ignoresCase() {
    Match match = new Match(null, Set.of("get"), Set.of(), Map.of(), Set.of(), Set.of());
    RuleBook book =
        RuleBook.of(Rule.builder("r").key("global").limits("5/1m").match(match).build());

    assertThat(matched(book, RequestContext.builder().method("Get").build())).containsExactly("r");
  }

  @Test
  void match_ofRequestWithoutEndpoint_findsNoRuleWithEndpoint() {
    assertThat(matched(RuleBook.of(rule("r", "/**")), RequestContext.ofUser("u"))).isEmpty();
  }
}
