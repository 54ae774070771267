package com.throttlex.benchmarks.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AdaptiveBenchTest {
  private static AdaptiveContest contest;
  private static AdaptiveContest unseen;

  @BeforeAll
  static void run() {
    contest = AdaptiveBench.contest();
    unseen = contest.again(AdaptiveBench.UNSEEN);
  }

  @Test
  void page_inTheDocuments_isWhatTheCommandWrites() throws IOException {
    for (Map.Entry<String, String> file : Page.files(contest, unseen).entrySet()) {
      assertThat(Files.readString(AdaptiveBench.docs().resolve(file.getKey())))
          .as(file.getKey() + " (to write it again: ./throttlex bench adaptive)")
          .isEqualTo(file.getValue());
    }
  }

  /** Returns the files of a small contest. */
  private static Map<String, String> files(long seed) {
    AdaptiveContest small =
        AdaptiveContest.run(
            AdaptiveBench.contenders(), List.of(Scenario.ALL.get(2)), List.of(seed));
    return Page.files(small, small);
  }

  @Test
  void contest_withAnEqualSeed_isEqual() {
    assertThat(files(5)).isEqualTo(files(5));
  }

  @Test
  void contest_withAnotherSeed_differs() {
    assertThat(files(5)).isNotEqualTo(files(6));
  }

  @Test
  void concurrency_withSeedsItWasNotTunedOn_isAheadOfAllOthersAndOfARate() {
    AdaptiveLine ours = unseen.line("ThrottleX");
    assertThat(unseen.ranking(AdaptiveContest.ALL).get(0)).isEqualTo(ours);
    for (String other : List.of("Envoy gradient", "ThrottleX rate", "AIMD", "Gradient2")) {
      for (int i = 0; i < unseen.seeds().size(); i++) {
        assertThat(ours.bySeed().get(i))
            .as("%s, seed %d", other, unseen.seeds().get(i))
            .isGreaterThan(unseen.line(other).bySeed().get(i));
      }
    }
  }

  @Test
  void throttlex_inTheCombinedPicture_isAheadOfAllOthers() {
    assertThat(contest.line("ThrottleX").score(AdaptiveContest.ALL))
        .isGreaterThan(best(AdaptiveContest.ALL));
  }

  @Test
  void throttlex_withEachSeed_isAheadOfAllOthers() {
    List<Double> ours = contest.line("ThrottleX").bySeed();
    for (AdaptiveLine peer : peers()) {
      for (int i = 0; i < ours.size(); i++) {
        assertThat(ours.get(i)).as(peer.contender().name()).isGreaterThan(peer.bySeed().get(i));
      }
    }
  }

  @Test
  void throttlex_byControlAlone_isAheadOfAllOthers() {
    assertThat(contest.line("ThrottleX without classes").score(AdaptiveContest.CONTROL))
        .isGreaterThan(best(AdaptiveContest.CONTROL));
  }

  @Test
  void throttlex_underOverload_answersWhatMattersAndShedsTheRest() {
    Figures figures = figures("ThrottleX", "overload");
    assertThat(figures.high()).isGreaterThan(0.99);
    assertThat(figures.low()).isLessThan(0.1);
    assertThat(figures.goodput()).isGreaterThan(0.9);
  }

  @Test
  void limit_underConstantLoad_doesNotDriftAsGradient2Does() {
    for (String scenario : List.of("steady", "overload")) {
      assertThat(figures("ThrottleX without classes", scenario).drift()).isBetween(-0.1, 0.1);
      assertThat(figures("ThrottleX", scenario).drift()).isBetween(-0.1, 0.1);
      assertThat(figures("Gradient2", scenario).drift()).isGreaterThan(0.3);
    }
  }

  /** Of the others. */
  private static double best(List<AdaptiveMeasure> measures) {
    return peers().stream().mapToDouble(peer -> peer.score(measures)).max().orElseThrow();
  }

  private static List<AdaptiveLine> peers() {
    return contest.lines().stream().filter(line -> !line.contender().ours()).toList();
  }

  private static Figures figures(String contender, String scenario) {
    List<String> names = contest.scenarios().stream().map(Scenario::name).toList();
    return contest.line(contender).figures().get(names.indexOf(scenario));
  }
}
