package com.throttlex.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointPatternTest {
  @ParameterizedTest
  @CsvSource({
    "/,                  /,             true",
    "/,                  /a,            false",
    "/orders,            /orders,       true",
    "/orders,            /orders/1,     false",
    "/orders,            /order,        false",
    "/orders/,           /orders,       true",
    "/Orders,            /orders,       true",
    "/orders/*,          /orders/1,     true",
    "/orders/*,          /orders,       false",
    "/orders/*,          /orders/1/2,   false",
    "/orders/{id},       /orders/1,     true",
    "/orders/{id}/items, /orders/1/items, true",
    "/orders/{id}/items, /orders/items, false",
    "/orders/**,         /orders,       true",
    "/orders/**,         /orders/1/2/3, true",
    "/orders/**,         /ordersx,      false",
    "/**,                /,             true",
    "/**,                /a/b,          true",
    "/*,                 /,             false",
    "/**/items,          /items,        true",
    "/**/items,          /a/b/items,    true",
    "/**/items,          /a/items/b,    false",
    "/a/**/b,            /a/b,          true",
    "/a/**/b,            /a/x/y/b,      true",
    "/a/**/b,            /a/b/x,        false",
    "/**/a/**,           /x/a/y/z,      true",
    "/**/a/**,           /x/y,          false",
    "/**/**,             /,             true",
    "/a%20b/%c3%a4,      /a%20b/%c3%a4, true",
    "/a b/ä,             /a%20b/%c3%a4, true",
    "/a.b,               /axb,          false",
    "/*,                 /*,            true",
  })
  void pattern_matchesOnlyPathsOfItsForm(String pattern, String path, boolean matches) {
    assertThat(EndpointPattern.parse(pattern).matches(path)).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "orders",
        "*",
        "**",
        "//",
        "/a//b",
        "/a//",
        "/a*",
        "/*a",
        "/***",
        "/a/**b",
        "/{",
        "/}",
        "/{}",
        "/{1}",
        "/{a-b}",
        "/{a}b",
        "/a{b}",
        "/{a}{b}",
        "/**/a/**/b/**",
        "/**/**/**",
        "/.",
        "/..",
        "/a/../b",
        "/%2a",
        "/%2A%2A",
        "/a/%2a/b",
        "/;x",
        "/?"
      })
  void pattern_ofInvalidText_isAnErrorNamingTheEndpoint(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EndpointPattern.parse(text))
        .withMessageStartingWith("endpoint: \"")
        .withMessageContaining("(expected: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a%2fb", "/%zz", "/a\0", "/%00", "/\\"})
  void pattern_withAmbiguousSegment_isAnError(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EndpointPattern.parse(text))
        .withMessageStartingWith("endpoint: \"")
        .withMessageContaining("(expected: ");
  }

  @Test
  void pattern_whenMalformed_isAnErrorWithTheExpectedForm() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EndpointPattern.parse("/a/{b"))
        .withMessage(
            "endpoint: \"/a/{b\" (expected: a path such as /api/v1/orders/{id}/** where a segment"
                + " is plain text, {name}, * or, at most twice, **)");
  }

  @Test
  void patterns_ofSameText_areEqual() {
    assertThat(EndpointPattern.parse("/a/{b}"))
        .isEqualTo(EndpointPattern.parse("/a/{b}"))
        .hasSameHashCodeAs(EndpointPattern.parse("/a/{b}"))
        .isNotEqualTo(EndpointPattern.parse("/a/*"))
        .hasToString("/a/{b}");
  }

  @Test
  void pattern_ofRandomText_matchesLikeTheEquivalentRegex() {
    Random random = new Random(5);
    int matched = 0;
    for (int i = 0; i < 20_000; i++) {
      String pattern = RandomRules.pattern(random);
      Pattern regex = Pattern.compile(regex(pattern));
      EndpointPattern parsed = EndpointPattern.parse(pattern);
      for (int j = 0; j < 5; j++) {
        String path = RandomRules.path(random);
        boolean expected = regex.matcher(path.equals("/") ? "" : path).matches();
        assertThat(parsed.matches(path)).as("%s for %s", pattern, path).isEqualTo(expected);
        matched += expected ? 1 : 0;
      }
    }

    assertThat(matched).isGreaterThan(10_000);
  }

  private static String regex(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (String segment : pattern.substring(1).split("/", -1)) {
      if (segment.equals("**")) {
        regex.append("(?:/[^/]+)*");
      } else if (segment.equals("*") || segment.startsWith("{")) {
        regex.append("/[^/]+");
      } else if (!segment.isEmpty()) {
        regex.append(Pattern.quote("/" + segment));
      }
    }
    return regex.toString();
  }
}
