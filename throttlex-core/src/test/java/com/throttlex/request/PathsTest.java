package com.throttlex.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                     | /",
        "/                      | /",
        "//                     | /",
        "orders                 | /orders",
        "/orders/               | /orders",
        "//api///v1//orders//   | /api/v1/orders",
        "/API/v1/Orders         | /api/v1/orders",
        "/a?b=/../c             | /a",
        "/a#b?c                 | /a",
        "?a                     | /",
        "/a?%zz                 | /a",
        "/./a/./b/.             | /a/b",
        "/a/b/../c              | /a/c",
        "/a/..                  | /",
        "/a/b/..                | /a",
        "/a//../b               | /b",
        "/a/%2e%2E/b            | /b",
        "/a/%2e/b               | /a/b",
        "/a/.%2e/b              | /b",
        "/a/...                 | /a/...",
        "/a/..b                 | /a/..b",
        "/a/.b                  | /a/.b",
        "/a;x=1/b;y;z=2         | /a/b",
        "/a/;x=1/b              | /a/b",
        "/a/..;x/b              | /b",
        "/a/.;x/b               | /a/b",
        "/;x                    | /",
        "/%61%42%7e             | /ab~",
        "/%22%3c%7B%5e          | /\"<{^",
        "/a%3Bb%3Fc%23d%20e     | /a%3bb%3fc%23d%20e",
        "/a b                   | /a%20b",
        "/a%25                  | /a%25",
        "/a%25zz                | /a%25zz",
        "/a%25%20               | /a%25%20",
        "/a%254                 | /a%254",
        "/a%254/1               | /a%254/1",
        "/é                     | /%c3%a9",
        "/%C3%A9                | /%c3%a9",
        "/%e2%82%AC€            | /%e2%82%ac%e2%82%ac",
        "/😀                     | /%f0%9f%98%80",
        "/%f4%8f%bf%bf          | /%f4%8f%bf%bf",
        "*                      | /*",
        "/a:b@c,d=e&f$g!h'i(j)  | /a:b@c,d=e&f$g!h'i(j)",
      },
      quoteCharacter = '`')
  void normalize_ofEachRule_givesTheOneSpelling(String path, String normal) {
    assertThat(Paths.normalize(path.equals("''") ? "" : path)).isEqualTo(normal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/a\\b              | no backslash",
        "/a%2fb             | no encoded slash or backslash",
        "/a%2Fb             | no encoded slash or backslash",
        "/a%5cb             | no encoded slash or backslash",
        "/a;x=%2f/b         | no encoded slash or backslash",
        "/a%2541            | no double encoding",
        "/a%252e%252e       | no double encoding",
        "/a%25%34%31        | no double encoding",
        "/a%254%31          | no double encoding",
        "/a%25AF            | no double encoding",
        "/%2541/../b        | no double encoding",
        "/%                 | two hexadecimal digits after %",
        "/%4                | two hexadecimal digits after %",
        "/%zz               | two hexadecimal digits after %",
        "/%4/1              | two hexadecimal digits after %",
        "/%４1               | two hexadecimal digits after %",
        "/%c3               | percent-encoded UTF-8",
        "/%a9               | percent-encoded UTF-8",
        "/%c3é              | percent-encoded UTF-8",
        "/%c3a9             | percent-encoded UTF-8",
        "/%c0%ae            | percent-encoded UTF-8",
        "/%c1%bf            | percent-encoded UTF-8",
        "/%e0%80%ae         | percent-encoded UTF-8",
        "/%f0%80%80%ae      | percent-encoded UTF-8",
        "/%ed%a0%80         | percent-encoded UTF-8",
        "/%f4%90%80%80      | percent-encoded UTF-8",
        "/%fc%80%80%80      | percent-encoded UTF-8",
        "/%ff               | percent-encoded UTF-8",
        "/%00               | no control character",
        "/%1F               | no control character",
        "/%7f               | no control character",
        "/%c2%85            | no control character",
        "/..                | no .. above the root",
        "/a/../..           | no .. above the root",
        "/%2e%2e/a          | no .. above the root",
        "/..;/a             | no .. above the root",
        "/a//../../b        | no .. above the root",
      })
  void normalize_ofAnAmbiguousPath_namesItAndTheExpectation(String path, String expected) {
    assertThatThrownBy(() -> Paths.normalize(path))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("endpoint: " + ShownText.quoted(path) + " (expected: " + expected + ")");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a\nb", "/a\u0000", "/a\u007f", "/a\u0085", "/a\t"})
  void normalize_ofARawControlCharacter_isRefused(String path) {
    assertThatThrownBy(() -> Paths.normalize(path)).hasMessageContaining("no control character");
  }

  @Test
  void normalize_ofAnUnpairedSurrogate_isRefused() {
    for (String path : new String[] {"/a\ud83d", "/\ude00a", "/\ud83d/\ude00"}) {
      assertThatThrownBy(() -> Paths.normalize(path)).hasMessageContaining("no unpaired surrogate");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/api/v1/orders",
        "/a.b/..c/...",
        "/%c3%a9/%f0%9f%98%80",
        "/a%25/%20%3b%3f%23",
        "/a%25z",
        "/|\"<>^`{}~"
      })
  void normalize_ofANormalPath_returnsTheSameInstance(String path) {
    assertThat(Paths.normalize(path)).isSameAs(path);
  }

  @Test
  void normalize_ofALongPath_takesLinearTime() {
    String path = "/%25" + "g0".repeat(500_000) + "/../A";
    assertThat(Paths.normalize(path)).isEqualTo("/a");
  }
}
