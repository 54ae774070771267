package com.throttlex.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admissions;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.test.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class NamedRulesTest {
  private static final long OWN_COST = RequestContext.UNSET;

  private final ThrottleX throttlex =
      ThrottleX.of(
          RuleBook.of(
              List.of("free", "pro"),
              Fallback.ALLOW,
              List.of(
                  Rule.builder("logins").endpoint("/login").key("user").limits("2/1h").build(),
                  Rule.builder("all").key("global").limits("1/1h").build(),
                  Rule.builder("addresses").key("ip").limits("1/1h").build(),
                  Rule.builder("pairs")
                      .key("user", "attribute:region")
                      .limits("1/1h")
                      .replaces("addresses")
                      .build(),
                  Rule.builder("tiered")
                      .key("user")
                      .limits("free", List.of(Rate.parse("1/1h")))
                      .limits("pro", List.of(Rate.parse("3/1h")))
                      .build(),
                  Rule.builder("slots")
                      .algorithm(Algorithm.CONCURRENCY)
                      .key("global")
                      .limits("1/1m")
                      .build())),
          new MemoryStore(),
          new ManualClock());
  private final Admissions admissions = Admissions.atOnce(throttlex);
  private final NamedRules rules = NamedRules.embedded(throttlex, admissions, 64);

  @Test
  void value_heldAgainstARule_isCountedWhereTheRuleCounts() {
    assertThat(check("logins", "ann").remaining()).isEqualTo(1);
    RequestContext request = RequestContext.builder().user("ann").endpoint("/login").build();
    assertThat(admissions.begin(request).toCompletableFuture().join().decision().rule())
        .isNotNull();
    assertThat(check("logins", "ann").allowed()).isFalse();
    assertThat(check("logins", "bob").allowed()).isTrue();
  }

  @Test
  void rule_countedByGlobal_takesNoKey() {
    assertThat(check("all", null).allowed()).isTrue();
    assertThat(check("all", null).allowed()).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> check("all", "ann"))
        .withMessage("key: present (expected: none, as rule all counts)");
  }

  @Test
  void rule_countedBySeveralParts_takesAMap() {
    Map<String, Object> key = Map.of("user", "ann", "attribute:region", 7);
    assertThat(check("pairs", key).allowed()).isTrue();
    assertThat(check("pairs", key).allowed()).isFalse();
    assertThat(check("pairs", Map.of("user", "ann", "attribute:region", 8)).allowed()).isTrue();
    String expected =
        "(expected: a map with values of user, attribute:region, as rule pairs counts)";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> check("pairs", Map.of("user", "ann")))
        .withMessage("key: of [user] " + expected);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> check("pairs", "ann"))
        .withMessage("key: present " + expected);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> check("pairs", Map.of("person", "ann")))
        .withMessageStartingWith("key: \"person\" (expected: one of user ip");
  }

  @Test
  void key_thatIsMissing_isNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> check("logins", null))
        .withMessage("key: null (expected: a value of user, as rule logins counts)");
  }

  @Test
  void rule_thatDoesNotExist_isNamedWithTheOthers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> check("login", "ann"))
        .withMessage(
            "rule: \"login\" (expected: one of logins, all, addresses, pairs, tiered, slots;"
                + " did you mean logins?)");
    assertThatIllegalArgumentException().isThrownBy(() -> use("nothing"));
  }

  @Test
  void address_inAnySpelling_isOneKey() {
    assertThat(check("addresses", "2001:db8::1").allowed()).isTrue();
    assertThat(check("addresses", "2001:DB8:0:0::2").allowed()).isFalse();
  }

  @Test
  void tier_besidesTheKey_picksTheLimits() {
    assertThat(check("tiered", Map.of("user", "ann", "tier", "pro")).limit()).isEqualTo(3);
    assertThat(check("tiered", "bob").limit()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> check("logins", Map.of("user", "ann", "tier", "pro")));
  }

  @Test
  void cost_thatIsNamed_isCharged() {
    Decision decision = rules.check("logins", "ann", 2).toCompletableFuture().join();
    assertThat(decision.remaining()).isZero();
  }

  @Test
  void slot_isHeldUntilItIsReleased() {
    Decision first = check("slots", null);
    assertThat(check("slots", null).allowed()).isFalse();
    rules.release(first, Outcome.SUCCESS).toCompletableFuture().join();
    assertThat(check("slots", null).allowed()).isTrue();
  }

  @Test
  void rule_inUse_isNoLongerHeldAgainstAllRequests() {
    List.of("all", "slots", "addresses").forEach(this::use);
    RequestContext request = RequestContext.builder().ip("192.0.2.1").build();
    assertThat(admissions.begin(request).toCompletableFuture().join().decision().limits())
        .isEmpty();
  }

  @Test
  void rules_thatChange_holdFromTheNextCheckOn() {
    assertThat(check("logins", "ann").limit()).isEqualTo(2);
    throttlex.rules(RuleBook.of(Rule.builder("logins").key("user").limits("9/1h").build()));
    assertThat(check("logins", "ann").limit()).isEqualTo(9);
    assertThatIllegalArgumentException().isThrownBy(() -> check("all", null));
  }

  @Test
  void rule_thatIsDefined_isKnownUnlessItsNameIsTaken() {
    rules.define(Rule.builder("route").key("attribute:key").limits("1/1h").build());
    assertThat(rules.find("route")).isNotNull();
    assertThat(check("route", "ann").allowed()).isTrue();
    assertThat(check("route", "ann").allowed()).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rules.define(Rule.builder("all").limits("1/1h").build()))
        .withMessage("rule: \"all\" (expected: a name that no other rule has)");
  }

  @Test
  void check_whereAServerDecides_carriesRuleAndKeyAsAttributes() {
    Server server = new Server();
    NamedRules remote = NamedRules.ofService(server, Admissions.by(server), 64);
    remote.use("orders", "a test", rule -> {});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> remote.use("", "a test", rule -> {}))
        .withMessage("rule: \"\" (expected: the name of a rule)");
    remote.check("orders", 42, 3).toCompletableFuture().join();
    remote.check("pairs", Map.of("user", "ann"), OWN_COST).toCompletableFuture().join();
    assertThat(server.asked.get(0).attributes()).isEqualTo(Map.of("rule", "orders", "key", "42"));
    assertThat(server.asked.get(0).cost()).isEqualTo(3);
    assertThat(server.asked.get(1).attributes()).isEqualTo(Map.of("rule", "pairs"));
    assertThat(server.asked.get(1).user()).isEqualTo("ann");
    assertThat(remote.find("orders")).isNull();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> remote.define(Rule.builder("mine").limits("1/1h").build()))
        .withMessage("rule: \"mine\" (expected: one that the server has, as it decides)");
  }

  @Test
  void rulesToCome_thatLackWhatSomebodyAsksFor_areNotRight() {
    rules.use("logins", "Shop.login", rule -> NamedRules.requireKey(rule, true));
    rules.use("all", "Shop.sell", rule -> {});
    rules.use("all", "route a", rule -> {});
    rules.useNoMore("all", "route a");
    rules.define(Rule.builder("route").key("attribute:key").limits("1/1h").build());
    assertThat(rules.problems(throttlex.rules())).isEmpty();
    assertThat(
            rules.problems(
                RuleBook.of(
                    Rule.builder("logins").key("global").limits("1/1h").build(),
                    Rule.builder("route").limits("1/1h").build())))
        .containsExactly(
            "rule route: present (expected: another id, as a route has that one)",
            "rule all: none (expected: one, because Shop.sell uses it)",
            "rule logins, as Shop.login uses it: key: present (expected: none, as rule logins"
                + " counts)");
  }

  private void use(String rule) {
    rules.use(rule, "a test", found -> {});
  }

  private Decision check(String rule, Object key) {
    return rules.check(rule, key, OWN_COST).toCompletableFuture().join();
  }

  /** Allows everything and keeps what it was asked. */
  private static final class Server implements Decider {
    private final List<RequestContext> asked = new ArrayList<>();

    @Override
    public CompletionStage<Decision> checkAsync(RequestContext request) {
      asked.add(request);
      return CompletableFuture.completedFuture(Decision.withoutRules(true, 0));
    }

    @Override
    public CompletionStage<Settlement> settleAsync(String reservation, long cost, Outcome outcome) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<?> release(Decision decision, Outcome outcome) {
      throw new UnsupportedOperationException();
    }
  }
}
