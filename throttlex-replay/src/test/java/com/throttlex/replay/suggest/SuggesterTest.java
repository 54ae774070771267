package com.throttlex.replay.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.replay.suggest.KnownTraffic.Kind;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Suggestions for traffic of which the answer is known. */
class SuggesterTest {
  private static final double SHARE = SuggestOptions.DEFAULT.share();
  private static final int CLIENTS = 2500;
  private static final Map<Long, Suggestions> SUGGESTED = new ConcurrentHashMap<>();
  private static final Map<Long, DeniedClients> DENIED = new ConcurrentHashMap<>();

  static LongStream seeds() {
    Long repeated = Long.getLong("throttlex.seed");
    return repeated == null ? LongStream.rangeClosed(1, 4) : LongStream.of(repeated);
  }

  private static KnownTraffic traffic(long seed) {
    return KnownTraffic.of(seed, CLIENTS, Duration.ofHours(2));
  }

  private static Suggestions suggested(long seed) {
    return SUGGESTED.computeIfAbsent(seed, s -> suggest(traffic(s)));
  }

  /** Returns the clients of another day that the suggested rules would deny. */
  private static DeniedClients denied(long seed) {
    return DENIED.computeIfAbsent(
        seed, s -> DeniedClients.of(suggested(s).book(), traffic(s + 1000)));
  }

  private static Suggestions suggest(RecordedTraffic traffic) {
    try {
      return Suggester.suggest(traffic, SuggestOptions.DEFAULT, step -> {});
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void clientsHeldOut_areDeniedWithinTwiceTheShare(long seed) {
    assertThat(suggested(seed).rules())
        .allSatisfy(
            rule -> assertThat(rule.heldOut().share()).as(rule.rule().id()).isLessThan(2 * SHARE));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void normalClients_ofAnotherDay_areDeniedWithinTwiceTheShare(long seed) {
    DeniedClients denied = denied(seed);
    assertThat(suggested(seed).rules())
        .allSatisfy(
            rule ->
                assertThat(denied.share(rule.rule().id(), Kind.NORMAL))
                    .as(rule.rule().id())
                    .isLessThan(2 * SHARE));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void crawlers_ofAnotherDay_areDenied(long seed) {
    DeniedClients denied = denied(seed);
    assertThat(denied.share("products-id-per-ip", Kind.CRAWLER)).isEqualTo(1);
    assertThat(denied.share("all-per-ip", Kind.CRAWLER)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void passwordGuesser_ofAnotherDay_isDenied(long seed) {
    DeniedClients denied = denied(seed);
    assertThat(denied.share("login-per-ip", Kind.STUFFER)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void endpoints_areThePatternsOfTheTraffic(long seed) {
    assertThat(suggested(seed).book().rules())
        .extracting(rule -> String.valueOf(rule.match().endpoint()) + rule.match().methods())
        .containsOnly(
            "null[]",
            "/[]",
            "/login[]",
            "/orders[GET]",
            "/orders[POST]",
            "/orders/{id}[]",
            "/products/{id}[]");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void file_isReadBackAsTheSameRulesInShadowMode(long seed) {
    Suggestions suggestions = suggested(seed);
    RuleBook read = RuleFile.parse(SuggestedFile.write(suggestions), "suggested.yml");
    assertThat(read.rules()).isEqualTo(suggestions.book().rules()).isNotEmpty();
    assertThat(read.rules()).extracting(Rule::mode).containsOnly(Mode.SHADOW);
    assertThat(read.preamble().fallback()).isEqualTo(Fallback.ALLOW);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void file_namesKeysThatStandApart(long seed) {
    List<String> named =
        suggested(seed).rules().stream()
            .filter(rule -> rule.rule().id().equals("all-per-ip"))
            .flatMap(rule -> rule.apartNames().stream())
            .toList();
    assertThat(named).hasSize(5).allMatch(name -> name.startsWith("ip=172.16."));
  }
}
