package com.throttlex.test;

import com.throttlex.Decision;
import java.net.http.HttpResponse;

/** Entry points for assertions on decisions, besides AssertJ's {@code assertThat}. */
public final class ThrottleXAssertions {
  private ThrottleXAssertions() {}

  /** Starts assertions on a decision. */
  public static DecisionAssert assertThat(Decision actual) {
    return new DecisionAssert(actual);
  }

  /** Starts assertions on an HTTP response. */
  public static AnswerAssert assertThat(HttpResponse<String> actual) {
    return new AnswerAssert(actual);
  }
}
