package com.throttlex.benchmarks.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AdaptiveBenchTest {
  private static Contest contest;

  @BeforeAll
  static void run() {
    contest = AdaptiveBench.contest();
  }

  @Test
  void page_inTheDocuments_isWhatTheCommandWrites() throws IOException {
    for (Map.Entry<String, String> file : Page.files(contest).entrySet()) {
      assertThat(Files.readString(AdaptiveBench.docs().resolve(file.getKey())))
          .as(file.getKey() + " (to write it again: ./throttlex bench adaptive)")
          .isEqualTo(file.getValue());
    }
  }

  @Test
  void contest_withAnEqualSeed_isEqual() {
    List<Scenario> some = List.of(Scenario.ALL.get(2));
    assertThat(Page.files(Contest.run(Contender.all(), some, 5)))
        .isEqualTo(Page.files(Contest.run(Contender.all(), some, 5)));
  }

  @Test
  void contest_withAnotherSeed_differs() {
    List<Scenario> some = List.of(Scenario.ALL.get(2));
    assertThat(Page.files(Contest.run(Contender.all(), some, 5)))
        .isNotEqualTo(Page.files(Contest.run(Contender.all(), some, 6)));
  }
}
