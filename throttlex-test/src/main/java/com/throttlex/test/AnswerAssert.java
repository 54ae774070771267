package com.throttlex.test;

import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on what an HTTP answer tells of a decision. */
public final class AnswerAssert extends AbstractAssert<AnswerAssert, HttpResponse<String>> {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final Pattern RULE = Pattern.compile("\"rule\" *: *\"([^\"]*)\"");

  AnswerAssert(HttpResponse<String> actual) {
    super(actual, AnswerAssert.class);
  }

  /** It is no denial. */
  public AnswerAssert isNotLimited() {
    return expect(status() != TOO_MANY_REQUESTS, "any status but 429");
  }

  /** It is a denial: 429 with the time after which to come again. */
  public AnswerAssert isLimited() {
    expect(status() == TOO_MANY_REQUESTS, "status 429");
    return expect(header("Retry-After") != null, "a header Retry-After");
  }

  /** It is a denial, because of that rule. */
  public AnswerAssert isLimitedBy(String rule) {
    Matcher found = RULE.matcher(isLimited().actual.body());
    return expect(found.find() && found.group(1).equals(rule), "rule " + rule);
  }

  /** So many seconds are to be waited before the next attempt. */
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
