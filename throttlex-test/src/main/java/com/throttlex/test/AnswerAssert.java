package com.throttlex.test;

import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on an HTTP response of a limited application. */
public final class AnswerAssert extends AbstractAssert<AnswerAssert, HttpResponse<String>> {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final Pattern RULE = Pattern.compile("\"rule\" *: *\"([^\"]*)\"");

  AnswerAssert(HttpResponse<String> actual) {
    super(actual, AnswerAssert.class);
  }

  /** Verifies that the response is not a denial. */
  public AnswerAssert isNotLimited() {
    return expect(status() != TOO_MANY_REQUESTS, "any status but 429");
  }

  /** Verifies that the response is a denial: 429 with {@code Retry-After}. */
  public AnswerAssert isLimited() {
    expect(status() == TOO_MANY_REQUESTS, "status 429");
    return expect(header("Retry-After") != null, "a header Retry-After");
  }

  /** Verifies that a rule denied the request. */
  public AnswerAssert isLimitedBy(String rule) {
    Matcher found = RULE.matcher(isLimited().actual.body());
    return expect(found.find() && found.group(1).equals(rule), "rule " + rule);
  }

  /** Verifies the seconds to wait before a retry. */
  public AnswerAssert hasRetryAfter(long seconds) {
    return expect(Long.toString(seconds).equals(header("Retry-After")), "Retry-After: " + seconds);
  }

  private int status() {
    isNotNull();
    return actual.statusCode();
  }

  private @Nullable String header(String name) {
    isNotNull();
    return actual.headers().firstValue(name).orElse(null);
  }

  private AnswerAssert expect(boolean met, String expected) {
    if (!met) {
      failWithMessage(
          "answer: %s, Retry-After: %s, %s (expected: %s)",
          status(), header("Retry-After"), actual.body(), expected);
    }
    return this;
  }
}
