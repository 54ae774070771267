package com.throttlex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderSetTest {
  @Test
  void parse_ofConfiguredNames_findsTheSets() {
    assertThat(HeaderSet.parse("x-ratelimit")).isEqualTo(HeaderSet.X_RATELIMIT);
    assertThat(HeaderSet.parse("ietf")).isEqualTo(HeaderSet.IETF);
  }

  @ParameterizedTest
  @EnumSource
  void parse_ofTheSetsOwnText_findsItAgain(HeaderSet set) {
    assertThat(HeaderSet.parse(set.toString())).isEqualTo(set);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "IETF", "X_RATELIMIT", "x-rate-limit", " ietf"})
  void parse_ofAnythingElse_namesValueAndExpectation(String text) {
    assertThatThrownBy(() -> HeaderSet.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("headers: \"" + text + "\" (expected: x-ratelimit or ietf)");
  }
}
