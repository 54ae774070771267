package com.throttlex.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.request.RequestContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPartTest {
  private static final String EXPECTED =
      "one of user ip api-key endpoint method service tier global subject attribute:NAME"
          + " header:NAME";

  private static final RequestContext REQUEST =
      RequestContext.builder()
          .user("u")
          .ip("2001:db8::1")
          .apiKey("k")
          .endpoint("/A/")
          .method("get")
          .service("s")
          .tier("t")
          .attribute("region", "eu")
          .attribute("a:b", "c")
          .header("X-Tenant", "acme")
          .build();

  @ParameterizedTest
  @CsvSource({
    "user,              u",
    "ip,                2001:db8::/64",
    "api-key,           sha256:8254c329a92850f6d539dd376f4816ee",
    "endpoint,          /a",
    "method,            GET",
    "service,           s",
    "tier,              t",
    "global,            ''",
    "attribute:region,  eu",
    "attribute:a:b,     c",
    "header:x-tenant,   acme",
  })
  void keyPart_isParsedAndReadsItsValueFromTheRequest(String text, String value) {
    KeyPart part = KeyPart.parse(text);

    assertThat(part).hasToString(text);
    assertThat(part.value(REQUEST)).isEqualTo(value);
    assertThat(KeyPart.parse(part.toString())).isEqualTo(part);
  }

  @ParameterizedTest
  @CsvSource({
    "api-key,              true",
    "header:Authorization, true",
    "attribute:api_key,    true",
    "header:x-tenant,      false",
    "attribute:region,     false",
    "user,                 false",
    "global,               false",
  })
  void keyPart_thatMayHoldACredential_isSecret(String text, boolean secret) {
    assertThat(KeyPart.parse(text).isSecret()).isEqualTo(secret);
  }

  @Test
  void keyParts_withTheSameKindAndName_areEqual() {
    KeyPart part = KeyPart.parse("attribute:a");

    assertThat(part)
        .isEqualTo(KeyPart.parse("attribute:a"))
        .hasSameHashCodeAs(KeyPart.parse("attribute:a"));
    assertThat(part).isNotEqualTo(KeyPart.parse("header:a")).isNotEqualTo("attribute:a");
    assertThat(part).isNotEqualTo(KeyPart.parse("attribute:b"));
  }

  @Test
  void keyPart_withNameInAnotherCase_isTheSameForHeadersOnly() {
    assertThat(KeyPart.parse("header:X-Tenant")).isEqualTo(KeyPart.parse("header:x-TENANT"));
    assertThat(KeyPart.parse("header:X-Tenant").value(REQUEST)).isEqualTo("acme");
    assertThat(KeyPart.parse("attribute:Region").value(REQUEST)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user",
        "ip",
        "api-key",
        "endpoint",
        "method",
        "service",
        "tier",
        "attribute:region",
        "header:x-tenant"
      })
  void keyPart_missingInTheRequest_hasNoValue(String text) {
    assertThat(KeyPart.parse(text).value(RequestContext.builder().build())).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "USER",
        "User",
        "user ",
        "users",
        "apikey",
        "api_key",
        "user:",
        "user:x",
        "global:",
        "attribute",
        "attribute:",
        "header",
        "header:",
        ":",
        ":x",
        "ip:64",
        "cookie:x"
      })
  void keyPart_ofInvalidText_isAnErrorListingAllParts(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyPart.parse(text))
        .withMessage("key: \"" + text + "\" (expected: " + EXPECTED + ")");
  }

  @Test
  void keyPart_withUnexpectedOrMissingName_isAnError() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KeyPart(KeyPart.Kind.USER, "x"))
        .withMessage("key: user:x (expected: " + EXPECTED + ")");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyPart.of(KeyPart.Kind.ATTRIBUTE))
        .withMessage("key: attribute (expected: " + EXPECTED + ")");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KeyPart(KeyPart.Kind.HEADER, ""))
        .withMessage("key: header: (expected: " + EXPECTED + ")");
  }
}
