package com.throttlex.admission;

import static com.throttlex.admission.Entrance.byDefault;
import static com.throttlex.admission.Entrance.perIp;
import static com.throttlex.admission.Entrance.perUser;
import static com.throttlex.admission.Entrance.somebody;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Rate;
import com.throttlex.request.Priority;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PhasesTest {
  private static Phases phases(RuleBuilder... rules) {
    return new Phases(Entrance.book(Fallback.ALLOW, rules), Set.of());
  }

  private static List<String> ids(RuleBook book) {
    return book.rules().stream().map(Rule::id).toList();
  }

  private static Rule only(RuleBook book) {
    return book.rules().get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ip", "api-key", "endpoint", "method", "service", "global", "header:x-tenant"})
  void ruleThatCountsByWhatEveryRequestShows_isDecidedFirst(String key) {
    Phases phases = phases(Rule.builder("r").key(key).limits("5/1m"));

    assertThat(ids(phases.early(false))).containsExactly("r");
    assertThat(ids(phases.late(false))).isEmpty();
    assertThat(phases.awaits(somebody().build())).isFalse();
  }

  static Stream<RuleBuilder> personal() {
    Set<String> no = Set.of();
    return Stream.of(
        rule().key("user").limits("5/1m"),
        rule().key("ip", "user").limits("5/1m"),
        rule().key("tier").limits("5/1m"),
        rule().key("attribute:region").limits("5/1m"),
        rule().match(match(Set.of("free"), no, Set.of(), Map.of())).limits("5/1m"),
        rule().match(match(no, Set.of("u"), Set.of(), Map.of())).limits("5/1m"),
        rule().match(match(no, no, Set.of(Priority.HIGH), Map.of())).limits("5/1m"),
        rule().match(match(no, no, Set.of(), Map.of("region", "eu"))).limits("5/1m"),
        rule().limits("free", rates("2/1m")).limits("pro", rates("9/1m")));
  }

  private static RuleBuilder rule() {
    return Rule.builder("r");
  }

  private static Match match(
      Set<String> tiers,
      Set<String> users,
      Set<Priority> priorities,
      Map<String, String> attributes) {
    return new Match(
        null, Set.of(), Set.of(), attributes, tiers, priorities, users, Set.of(), Set.of());
  }

  private static List<Rate> rates(String rate) {
    return List.of(Rate.parse(rate));
  }

  @ParameterizedTest
  @MethodSource("personal")
  void ruleThatSpeaksOfTheUser_isDecidedLater(RuleBuilder rule) {
    Phases phases = phases(rule);

    assertThat(ids(phases.early(true))).isEmpty();
    assertThat(ids(phases.late(true))).containsExactly("r");
    assertThat(phases.awaits(somebody().build())).isTrue();
  }

  @Test
  void rulesThatReplaceEachOther_areDecidedTogetherAsLateAsTheLatest() {
    Phases phases =
        phases(
            perUser("user", "5/1m").replaces("a"),
            perIp("a", "5/1m").replaces("b"),
            perIp("b", "5/1m"),
            perIp("c", "5/1m").replaces("d"),
            perIp("d", "5/1m"));

    assertThat(ids(phases.early(true))).containsExactly("c", "d");
    assertThat(ids(phases.late(true))).containsExactly("user", "a", "b");
    assertThat(phases.early(true).rules().get(0).replaces()).containsExactly("d");
  }

  @Test
  void ruleThatReplacesOneOfAUser_isDecidedLater() {
    Phases phases = phases(perIp("a", "5/1m").replaces("user"), perUser("user", "5/1m"));

    assertThat(ids(phases.late(true))).containsExactly("a", "user");
  }

  @Test
  void request_whenNoLaterRuleCanMatchIt_isNotAwaited() {
    Phases phases =
        phases(
            perUser("user", "5/1m").endpoint("/b/**"),
            perUser("off", "5/1m").mode(Mode.OFF),
            perIp("ip", "5/1m"));

    assertThat(phases.awaits(somebody().endpoint("/a").build())).isFalse();
    assertThat(phases.awaits(somebody().endpoint("/b/c").build())).isTrue();
  }

  @Test
  void laterRulesPlainConditions_stillTellWhetherARequestIsAwaited() {
    Match post =
        new Match(
            null,
            Set.of("POST"),
            Set.of(),
            Map.of(),
            Set.of("pro"),
            Set.of(),
            Set.of(),
            Set.of(Entrance.IP),
            Set.of());
    Phases phases = phases(perUser("user", "5/1m").match(post));

    assertThat(phases.awaits(somebody().build())).isFalse();
    assertThat(phases.awaits(somebody().method("POST").build())).isTrue();
    assertThat(phases.awaits(somebody().method("POST").ip("192.0.2.9").build())).isFalse();
  }

  @Test
  void defaultRule_isDecidedFirstOnlyWhereNothingMoreCanCome() {
    Fallback byIp = byDefault("ip", "5/1m");
    Phases phases = new Phases(Entrance.book(byIp, perIp("a", "5/1m")), Set.of());

    assertThat(phases.early(false).fallback()).isEqualTo(byIp);
    assertThat(phases.early(true).fallback()).isEqualTo(Fallback.ALLOW);
    assertThat(phases.late(false).fallback()).isEqualTo(byIp);
    assertThat(phases.late(true).fallback()).isEqualTo(Fallback.ALLOW);
    assertThat(phases.awaits(somebody().build())).isFalse();
  }

  @Test
  void defaultRuleThatCountsByUser_isAwaitedByEveryRequest() {
    Phases phases = new Phases(Entrance.book(byDefault("user", "5/1m")), Set.of());

    assertThat(phases.awaits(somebody().build())).isTrue();
  }

  @Test
  void ruleLeftToOthers_isInNoPhase_unlessItSaysWhatItMatches() {
    RuleBook book =
        Entrance.book(
            Fallback.ALLOW,
            perIp("left", "5/1m"),
            perIp("matching", "5/1m").endpoint("/a"),
            perIp("replacing", "5/1m").replaces("left"));
    Phases phases = new Phases(book, Set.of("left", "matching"));

    assertThat(ids(phases.all())).containsExactly("matching", "replacing");
    assertThat(ids(phases.early(true))).containsExactly("matching", "replacing");
    assertThat(phases.all().rules().get(1).replaces()).isEmpty();
  }

  @Test
  void ruleThatReplacesOneLeftToOthers_keepsAllElse() {
    Rule replacing =
        perIp("replacing", "5/1m").cost(3).mode(Mode.SHADOW).replaces("left").rollout(50).build();
    RuleBook book =
        RuleBook.of(List.of(), Fallback.ALLOW, List.of(perIp("left", "5/1m").build(), replacing));

    Rule kept = only(new Phases(book, Set.of("left")).all());

    assertThat(kept).isEqualTo(replacing.toBuilder().replaces().build());
    assertThat(kept.key()).containsExactly(KeyPart.of(KeyPart.Kind.IP));
    assertThat(kept.cost()).isEqualTo(3);
    assertThat(kept.rollout()).isEqualTo(50);
  }
}
