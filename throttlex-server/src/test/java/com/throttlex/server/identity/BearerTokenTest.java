package com.throttlex.server.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {
  @ParameterizedTest
  @ValueSource(strings = {"Bearer a.b-c_d~+/=", "bearer a.b-c_d~+/=", "BEARER a.b-c_d~+/="})
  void token_afterTheBearerScheme_isRead(String header) {
    assertThat(BearerToken.of(header)).isEqualTo("a.b-c_d~+/=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Bearer",
        "Bearer ",
        "Bearer  a",
        " Bearer a",
        "Bearer a ",
        "Bearer a b",
        "Bearer\ta",
        "Bearer a\n",
        "Bearer a\0",
        "Bearer \u00e9",
        "Basic YTpi",
        "Bearera",
        "a"
      })
  void token_inAnyOtherHeader_isNull(String header) {
    assertThat(BearerToken.of(header)).isNull();
  }

  @Test
  void header_likeOneWithAToken_isNoticed() {
    assertThat(List.of("Bearer  a", "bearer\ta", "Bearer a b", "Bearer ", "Bearer a"))
        .allMatch(BearerToken::isLike);
    assertThat(List.of("Bearer", "Bearera", "Basic a", "", " Bearer a"))
        .noneMatch(BearerToken::isLike);
    assertThat(BearerToken.isLike(null)).isFalse();
  }

  @Test
  void token_withoutAHeader_isNull() {
    assertThat(BearerToken.of(null)).isNull();
  }
}
