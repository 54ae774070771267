package com.throttlex;

import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LongerPeriodTest {
  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void usage_thatExpired_staysExpiredWhenThePeriodGetsLonger(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("r", "10/1s").algorithm(algorithm));
    lab.use("u", 4);
    lab.time.passSeconds(3);

    lab.throttlex.rules(Lab.book(perUser("r", "7/1d").algorithm(algorithm)));

    assertThat(lab.check("u", 0).remaining()).isEqualTo(7);
    assertThat(lab.check("u", 3).remaining()).isEqualTo(4);
  }
}
