package com.throttlex.server.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A right signature is not enough: the content has to be right as well. */
class JwtClaimsTest {
  private final AtomicLong clock = new AtomicLong(Issuer.NOW_MILLIS);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",\"exp\":null",
        ",\"exp\":\"1790003600\"",
        ",\"exp\":-1",
        ",\"exp\":0",
        ",\"exp\":-9223372036854775808",
        ",\"exp\":9223372036854775807",
        ",\"exp\":18446744073709551617",
        ",\"exp\":1e308",
        ",\"exp\":1e999",
        ",\"exp\":-1e999",
        ",\"exp\":NaN",
        ",\"exp\":Infinity",
        ",\"exp\":1790003600000",
        ",\"exp\":1789999969.9",
        ",\"exp\":1789999970",
        ",\"exp\":[1790003600]",
        ",\"exp\":{\"n\":1790003600}",
        ",\"exp\":true",
        ",\"exp\":1790003600,\"exp\":1790003600",
        ",\"Exp\":1790003600"
      })
  void expiry_missingPastOrInvalid_isRefused(String exp) throws IOException {
    assertRefused("{\"sub\":\"alice\"" + exp + "}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1790003600", "1790003600.5", "1.7900036e9", "1789999971", "253402300799"})
  void expiry_aheadOrWithinTheLeeway_isAccepted(String exp) throws IOException {
    assertThat(verify(settings(null, null), "{\"sub\":\"alice\",\"exp\":" + exp + "}")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1790000031",
        "1e308",
        "\"1\"",
        "[1]",
        "null",
        "-1",
        "true",
        "9223372036854775807"
      })
  void notBefore_aheadOrInvalid_isRefused(String nbf) throws IOException {
    assertRefused(Issuer.payload(",\"nbf\":" + nbf));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1790000030", "1790000000", "0", "1789999999.5"})
  void notBefore_reachedOrWithinTheLeeway_isAccepted(String nbf) throws IOException {
    assertThat(verify(settings(null, null), Issuer.payload(",\"nbf\":" + nbf))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",\"iss\":\"https://issuer.example/\"",
        ",\"iss\":\"HTTPS://issuer.example\"",
        ",\"iss\":[\"https://issuer.example\"]",
        ",\"iss\":null",
        ",\"iss\":\"https://issuer.example\\u0000\""
      })
  void issuer_otherThanConfigured_isRefused(String iss) throws IOException {
    String payload = Issuer.payload(iss);
    assertThat(verify(settings("https://issuer.example", null), payload)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",\"aud\":\"other\"",
        ",\"aud\":\"API\"",
        ",\"aud\":\"api other\"",
        ",\"aud\":[]",
        ",\"aud\":[\"other\"]",
        ",\"aud\":[[\"api\"]]",
        ",\"aud\":[\"api\",7]",
        ",\"aud\":{\"api\":\"api\"}",
        ",\"aud\":null",
        ",\"aud\":\"\""
      })
  void audience_otherThanConfigured_isRefused(String aud) throws IOException {
    assertThat(verify(settings(null, "api"), Issuer.payload(aud))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"api\"", "[\"api\"]", "[\"other\",\"api\"]"})
  void issuerAndAudience_asConfigured_areAccepted(String aud) throws IOException {
    String payload = Issuer.payload(",\"iss\":\"us\",\"aud\":" + aud);
    assertThat(verify(settings("us", "api"), payload)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\"sub\":null,",
        "\"sub\":\"\",",
        "\"sub\":\"  \",",
        "\"sub\":7,",
        "\"sub\":[\"alice\"],",
        "\"sub\":{},",
        "\"sub\":\"a\\u0000b\",",
        "\"sub\":\"a\\nb\",",
        "\"sub\":\"\\ud800\","
      })
  void subject_missingOrInvalid_isRefused(String sub) throws IOException {
    assertRefused("{" + sub + "\"exp\":1790003600}");
  }

  @Test
  void subject_longerThanTheMaximum_isRefused() throws IOException {
    String longest = "u".repeat(256);
    String rest = "\",\"exp\":1790003600}";
    assertThat(verify(settings(null, null), "{\"sub\":\"" + longest + rest))
        .extracting(Identity::user)
        .isEqualTo(longest);
    assertRefused("{\"sub\":\"u" + longest + rest);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "\"alice\"", "{", "{}", "7", "{\"sub\":\"alice\""})
  void payload_thatIsNoCompleteObject_isRefused(String payload) throws IOException {
    assertRefused(payload);
  }

  @Test
  void token_verifiedBefore_isRefusedAfterItsExpiry() throws IOException {
    try (JwtVerifier verifier = open(settings(null, null))) {
      String token = Issuer.withPayload("{\"sub\":\"alice\",\"exp\":" + (Issuer.NOW + 10) + "}");
      assertThat(verifier.verify(token)).isNotNull();
      clock.addAndGet(40_000 - 1);
      assertThat(verifier.verify(token)).as("within the leeway").isNotNull();
      clock.incrementAndGet();
      assertThat(verifier.verify(token)).as("past it").isNull();
    }
  }

  private void assertRefused(String payload) throws IOException {
    assertThat(verify(settings(null, null), payload)).isNull();
  }

  private Identity verify(JwtSettings settings, String payload) throws IOException {
    try (JwtVerifier verifier = open(settings)) {
      return verifier.verify(Issuer.withPayload(payload));
    }
  }

  private JwtVerifier open(JwtSettings settings) throws IOException {
    return JwtVerifier.open(settings, clock::get);
  }

  private static JwtSettings settings(String issuer, String audience) {
    return new JwtSettings(
        Set.of(), Issuer.SECRET, null, null, issuer, audience, "plan", null, false);
  }
}
