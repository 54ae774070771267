package com.throttlex.server.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.key.SecretValue;
import com.throttlex.request.InvalidRequestException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The spellings of a policy's key. */
class PolicyKeyTest {
  @ParameterizedTest
  @CsvSource({
    "user-123, user-123",
    "auth0|5f7c8ec7, auth0|5f7c8ec7",
    "203.0.113.9, 203.0.113.9",
    "::ffff:203.0.113.9, 203.0.113.9",
    "2001:DB8:0::1, 2001:db8::1",
    "route:/v1/pay|user:123, user:123|route:/v1/pay",
    "user:123|route:/V1//pay/, user:123|route:/v1/pay",
    "user:auth0|5f7c|route:/v1/pay, user:auth0|5f7c|route:/v1/pay",
    "route:/v1/pay|ip:::ffff:203.0.113.9, ip:203.0.113.9|route:/v1/pay",
    "user:user:5, user:user:5",
    "route:v1/pay, route:/v1/pay",
  })
  void key_inAnySpelling_hasOneText(String spelling, String text) {
    PolicyKey key = PolicyKey.parse(spelling);

    assertThat(key.text()).isEqualTo(text);
    assertThat(PolicyKey.parse(text)).isEqualTo(key);
    assertThat(PolicyKey.of(key.match())).isEqualTo(key);
  }

  @Test
  void apiKey_asAPart_isADigest() {
    PolicyKey key = PolicyKey.parse("apikey:ak_1");

    assertThat(key.text()).isEqualTo("apikey:" + SecretValue.digest("ak_1"));
    assertThat(PolicyKey.parse(key.text())).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/v1/pay",
        "10.0.0.0/8",
        "2001:db8::/32",
        "usr:1|route:/v1/pay",
        "user:",
        "ip:host",
        "ip:10.0.0.0/8",
        "user:1|user:2",
        "route:/v1/*",
        "route:/v1/{id}",
        "a\nb",
        "user:1|route:/a/%2e%2e%2fb"
      })
  void key_thatNoRequestCanHave_isRefused(String text) {
    assertThatThrownBy(() -> PolicyKey.parse(text)).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void key_withSeveralProblems_namesAll() {
    assertThatThrownBy(() -> PolicyKey.parse("ip:host|route:/v1/*"))
        .isInstanceOfSatisfying(
            InvalidRequestException.class, e -> assertThat(e.problems()).hasSize(2));
  }

  @Test
  void ids_ofDifferentKeys_areDifferentAndShortEnough() {
    String longKey = "user:" + "ä".repeat(1000);
    List<String> ids =
        List.of(PolicyId.of(longKey), PolicyId.of(longKey + "b"), PolicyId.of("user:ä"));

    assertThat(ids).doesNotHaveDuplicates().allMatch(com.throttlex.rule.Rule::isId);
  }
}
