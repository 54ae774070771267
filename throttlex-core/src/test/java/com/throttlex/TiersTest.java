package com.throttlex;

import static com.throttlex.Lab.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Rate;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.Match;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TiersTest {
  private static final List<String> TIERS = List.of("guest", "free", "pro", "team", "enterprise");

  private static RuleBuilder byTier(String key) {
    return Rule.builder("r")
        .key(key)
        .limits("team", List.of(Rate.parse("100/1m"), Rate.parse("1000/1d")))
        .limits("free", List.of(Rate.parse("2/1m")));
  }

  @ParameterizedTest
  @CsvSource({
    "free,       2",
    "pro,        2",
    "team,       100",
    "enterprise, 100",
    "guest,      2",
    "platinum,   2",
    "FREE,       2",
    ",           2"
  })
  void check_withTier_hasTheLimitsOfThatTierOrTheNextLowerOne(String tier, long limit) {
    Lab lab = Lab.of(TIERS, byTier("user"));

    assertThat(lab.check(user("u").tier(tier)).limit()).isEqualTo(limit);
  }

  @Test
  void check_withTier_hasAllLimitsOfThatTier() {
    Lab lab = Lab.of(TIERS, byTier("user"));

    assertThat(lab.check(user("u").tier("team")).limits())
        .extracting(LimitStatus::capacity)
        .containsExactly(100L, 1000L);
    assertThat(lab.check(user("v").tier("free")).limits())
        .extracting(LimitStatus::capacity)
        .containsExactly(2L);
  }

  @Test
  void limitsWithoutTier_applyToAllTiers() {
    Lab lab = Lab.of(TIERS, Lab.perUser("r", "7/1m"));

    for (String tier : TIERS) {
      assertThat(lab.check(user(tier).tier(tier)).limit()).isEqualTo(7);
    }
  }

  @Test
  void counterOfAddress_underLimitsByTier_isSeparateForEachTier() {
    Lab lab = Lab.of(TIERS, byTier("ip"));
    RequestContextBuilder address = RequestContext.builder().ip("192.0.2.1");
    lab.check(address.tier("free"));
    lab.check(address.tier("free"));

    assertThat(lab.check(address.tier("free")).allowed()).isFalse();
    assertThat(lab.check(address.tier("team")).remaining()).isEqualTo(99);
    assertThat(lab.check(address.tier("free")).allowed()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "ip,      team,     r|ip=192.0.2.1|tier=team",
    "ip,      platinum, r|ip=192.0.2.1|tier=guest",
    "ip,      ,         r|ip=192.0.2.1|tier=guest",
    "global,  pro,      r|global|tier=pro",
    "user,    team,     r|user=u",
    "api-key, team,     r|api-key=sha256:8254c329a92850f6d539dd376f4816ee",
    "tier,    team,     r|tier=team",
  })
  void counterKey_containsTheTierOnlyIfTheKeyPartDoesNotImplyIt(
      String key, String tier, String text) {
    Lab lab = Lab.of(TIERS, byTier(key));
    RequestContextBuilder request = user("u").apiKey("k").ip("192.0.2.1").tier(tier);

    assertThat(lab.throttlex.explain(request.build()).rules().get(0).key()).isEqualTo(text);
  }

  @Test
  void counterOfAddress_underTheSameLimitsForAllTiers_isShared() {
    Lab lab = Lab.of(TIERS, Rule.builder("r").key("ip").limits("3/1m"));
    RequestContextBuilder address = RequestContext.builder().ip("192.0.2.1");
    lab.check(address.tier("free"));

    assertThat(lab.check(address.tier("team")).remaining()).isEqualTo(1);
  }

  @Test
  void user_whoChangesTier_keepsUsage() {
    Lab lab = Lab.of(TIERS, byTier("user"));
    lab.check(user("u").tier("free"));
    lab.check(user("u").tier("free"));
    assertThat(lab.check(user("u").tier("free")).allowed()).isFalse();

    Decision upgraded = lab.check(user("u").tier("team"));

    assertThat(upgraded.remaining()).isEqualTo(97);
    assertThat(lab.check(user("u").tier("free")).allowed()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "guest, true",
    "platinum, true",
    ", true",
    "free, false",
    "enterprise, true",
  })
  void rule_forSomeTiers_appliesOnlyToThemAndCountsUnknownTiersAsTheLowest(
      String tier, boolean applies) {
    Match match =
        new Match(null, Set.of(), Set.of(), Map.of(), Set.of("guest", "enterprise"), Set.of());
    Lab lab = Lab.of(TIERS, Lab.perUser("r", "7/1m").match(match));

    assertThat(lab.check(user("u").tier(tier)).limit()).isEqualTo(applies ? 7 : -1);
  }

  @Test
  void ruleByTier_inABookWithoutTiers_countsByTheTierOfTheRequest() {
    Lab lab = Lab.of(Rule.builder("r").key("tier").limits("2/1m"));
    lab.check(user("u").tier("gold"));

    assertThat(lab.check(user("u").tier("gold")).remaining()).isZero();
    assertThat(lab.check(user("u").tier("iron")).remaining()).isEqualTo(1);
    assertThat(lab.check(user("u")).rule()).isNull();
  }
}
