package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request is either rejected as malformed or limited, whatever its content. */
class BadInputTest {
  private static final Map<String, BiFunction<RequestContextBuilder, String, RequestContextBuilder>>
      FIELDS =
          Map.of(
              "user", RequestContextBuilder::user,
              "ip", RequestContextBuilder::ip,
              "apiKey", RequestContextBuilder::apiKey,
              "endpoint", RequestContextBuilder::endpoint,
              "method", RequestContextBuilder::method,
              "service", RequestContextBuilder::service,
              "tier", RequestContextBuilder::tier,
              "idempotencyKey", RequestContextBuilder::idempotencyKey,
              "attribute", (request, value) -> request.attribute("a", value),
              "header", (request, value) -> request.header("a", value));

  private static Lab strict() {
    Rule rule = Rule.builder("default").key("user", "ip", "api-key").limits("1/1h").build();
    return Lab.of(new Fallback.Default(rule));
  }

  static Stream<String> fields() {
    return FIELDS.keySet().stream().sorted();
  }

  private static RequestContextBuilder with(String field, String value) {
    return FIELDS.get(field).apply(RequestContext.builder(), value);
  }

  @ParameterizedTest
  @MethodSource("fields")
  void check_withMissingField_isLimitedAsAnonymous(String field) {
    Lab lab = strict();

    assertThat(lab.check(with(field, null)).allowed()).isTrue();
    assertThat(lab.check(with(field, null)).allowed()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("fields")
  void requestField_tooLongOrWithControlCharacters_isAnErrorNamingTheField(String field) {
    for (String value : List.of("x".repeat(10_000), "a\0b", "a\nb", "\u0085", "\ud800")) {
      assertThatExceptionOfType(InvalidRequestException.class)
          .isThrownBy(() -> with(field, value).build())
          .withMessageStartingWith(field)
          .withMessageContaining("(expected: ")
          .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(800).doesNotContain("\0"));
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void requestField_whenEmpty_isAnErrorNamingTheField(String field) {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> with(field, "").build())
        .withMessageStartingWith(field)
        .withMessageContaining("(expected: ");
  }

  @Test
  void engine_givenNullRequest_throwsAndStaysUsable() {
    Lab lab = strict();

    assertThatNullPointerException().isThrownBy(() -> lab.throttlex.check(null));
    assertThatNullPointerException().isThrownBy(() -> lab.throttlex.explain(null));
    assertThatNullPointerException()
        .isThrownBy(() -> lab.throttlex.acquire(null, Duration.ofSeconds(1)));
    assertThatNullPointerException().isThrownBy(() -> RequestContext.ofUser(null));
    lab.use("u", 1);
    assertThat(lab.check("u").allowed()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("fields")
  void check_ofRandomText_isRejectedAsInvalidOrLimited(String field) {
    Random random = new Random(42);
    Lab lab = strict();
    lab.throttlex.check(RequestContext.builder().build());
    int limited = 0;
    for (int i = 0; i < 2_000; i++) {
      RequestContextBuilder request = with(field, text(random));
      try {
        lab.check(request);
        assertThat(lab.check(request.idempotencyKey(null)).allowed()).isFalse();
        limited++;
      } catch (InvalidRequestException e) {
        assertThat(e.problems()).isNotEmpty();
      }
    }

    assertThat(limited).isGreaterThan(field.equals("ip") ? -1 : 100);
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(6);
    for (int i = 0; i < length; i++) {
      int kind = random.nextInt(20);
      text.append((char) (kind == 0 ? random.nextInt(0x10000) : 0x20 + random.nextInt(0x60)));
    }
    return text.toString();
  }

  @Test
  void cost_outOfRange_isAnError() {
    for (long cost : new long[] {-1, Long.MIN_VALUE, RequestContext.MAX_COST + 1, Long.MAX_VALUE}) {
      assertThatExceptionOfType(InvalidRequestException.class)
          .isThrownBy(() -> RequestContext.builder().cost(cost).build())
          .withMessage("cost: " + cost + " (expected: 0 to 1000000000000000)");
    }
  }

  @Test
  void check_ofSamePathSpelledDifferently_usesTheSameCounter() {
    Lab lab = new Lab(Lab.book(Rule.builder("r").endpoint("/a/b").key("endpoint").limits("1/1h")));
    lab.check(RequestContext.builder().endpoint("/a/b"));

    for (String same : List.of("/A/b/", "//a//b", "/a/./b", "/a/x/../b", "/a/b?q", "/%61/b#x")) {
      assertThat(lab.check(RequestContext.builder().endpoint(same)).allowed()).as(same).isFalse();
    }
  }
}
