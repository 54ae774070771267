package com.throttlex.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OthersTest {
  private static final String SELF = "7 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 %d %d %d %d 20 0 33 0\n";

  @Test
  void shareOfOthers_excludesOurOwnAndOurChildrensCpuTime() {
    Others before = Others.of("cpu  100 10 50 1000 20 5 6 0 0 0", SELF.formatted(1, 1, 1, 1), 0);
    Others after = Others.of("cpu  180 20 80 1070 25 5 7 4 9 9", SELF.formatted(21, 11, 31, 6), 35);
    // 125 ticks busy, 65 of our processes that are counted here and 35 of children, of 200.
    assertThat(after.shareSince(before)).isEqualTo((125.0 - 100) / 200);
  }

  @Test
  void shareOfOthers_whenOurTimeExceedsTheBusyTime_isZero() {
    Others before = Others.of("cpu  100 0 0 0 0 0 0 0 0 0", SELF.formatted(1, 1, 1, 1), 0);
    Others after = Others.of("cpu  110 0 0 90 0 0 0 0 0 0", SELF.formatted(1, 1, 1, 1), 11);
    assertThat(after.shareSince(before)).isZero();
  }

  @Test
  void totalCpuTime_ofThisMachine_exceedsBusyTimeOrIsUnknown() throws IOException {
    Others now = Others.until(Duration.ZERO);
    assertThat(Double.isNaN(now.total()) || now.total() > now.busy()).isTrue();
  }
}
