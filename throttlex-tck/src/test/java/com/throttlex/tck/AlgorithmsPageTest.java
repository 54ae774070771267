package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tables of algorithms in README.md and docs/ALGORITHMS.md have all of them. */
class AlgorithmsPageTest {
  private final SourceTree sources = SourceTree.find();

  @ParameterizedTest
  @EnumSource
  void algorithm_isInBothTables(Algorithm algorithm) {
    for (Path page : new Path[] {Path.of("README.md"), Path.of("docs", "ALGORITHMS.md")}) {
      assertThat(sources.text(page))
          .as("%s in %s", algorithm, page)
          .containsPattern("(?m)^\\|[^|]{0,80}`" + algorithm + "`");
    }
  }
}
