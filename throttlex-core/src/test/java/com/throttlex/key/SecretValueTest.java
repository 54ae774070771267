package com.throttlex.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretValueTest {
  /** The first 32 digits that {@code sha256sum} prints. */
  @ParameterizedTest
  @CsvSource({
    "ak_1, sha256:1ec43aa57b577d047b9dde937f873ce5",
    "Schlüssel, sha256:1fbd7a00cacba0b89a31bb00cd29e60d",
    "'', sha256:e3b0c44298fc1c149afbf4c8996fb924",
  })
  void digest_isTheFirstHalfOfSha256(String value, String digest) {
    assertThat(SecretValue.digest(value)).isEqualTo(digest);
    assertThat(SecretValue.digest(value)).isEqualTo(digest);
  }

  @Test
  void digest_ofALongValue_isThatOfTheWholeValue() {
    String value = "a".repeat(DigestCache.LONGEST);

    assertThat(SecretValue.digest(value + "b")).isNotEqualTo(SecretValue.digest(value + "c"));
    assertThat(SecretValue.digest(value + "b")).isEqualTo(SecretValue.digest(value + "b"));
  }

  @Test
  void masked_ofADigest_isTheDigest() {
    String digest = SecretValue.digest("ak_1");

    assertThat(SecretValue.masked(digest)).isEqualTo(digest);
    assertThat(SecretValue.masked("ak_1")).isEqualTo(digest);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sha256:",
        "sha256:1ec43aa57b577d047b9dde937f873ce",
        "sha256:1ec43aa57b577d047b9dde937f873ce5a",
        "sha256:1EC43AA57B577D047B9DDE937F873CE5",
        "SHA256:1ec43aa57b577d047b9dde937f873ce5",
        "sha256:1ec43aa57b577d047b9dde937f873ce5\n",
        " sha256:1ec43aa57b577d047b9dde937f873ce5"
      })
  void masked_ofWhatOnlyResemblesADigest_isItsDigest(String text) {
    assertThat(SecretValue.masked(text)).isEqualTo(SecretValue.digest(text)).isNotEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "authorization",
        "Authorization",
        "proxy-authorization",
        "authorization#2",
        "cookie",
        "X-API-Key",
        "api_key",
        "api_key#2",
        "apiKey",
        "x-auth-token",
        "client_secret",
        "PASSWORD",
        "credentials",
        "X-Key",
        "aws_access_key",
        "session_id",
        "jwt",
        "X-Hub-Signature"
      })
  void name_thatSpeaksOfACredential_isSecret(String name) {
    assertThat(SecretValue.isNamed(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "key",
        "region",
        "x-tenant",
        "user",
        "api",
        "author",
        "descriptor",
        "generic_key"
      })
  void name_ofSomethingElse_isNotSecret(String name) {
    assertThat(SecretValue.isNamed(name)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "sk_live_1, true",
    "AK-9, true",
    "key_, true",
    "a1b2c3d4e5f6a7b8c9d0, true",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6, true",
    "user-123, false",
    "skipper, false",
    "ada@example.com, false",
    "203.0.113.9, false",
    "user:a1b2c3d4e5f6a7b8c9d0, false",
    "averyverylongusername, false",
    "12345678901234567890, false"
  })
  void name_likeAnApiKey_isLikelyASecret(String name, boolean likely) {
    assertThat(SecretValue.isLikely(name)).isEqualTo(likely);
  }
}
