package com.throttlex.test;

import com.throttlex.Decision;
import java.net.http.HttpResponse;

/** Where assertions on decisions begin; goes along with AssertJ's own {@code assertThat}. */
public final class ThrottleXAssertions {
  private ThrottleXAssertions() {}

  /** Begins assertions on a decision. */
  public static DecisionAssert assertThat(Decision actual) {
    return new DecisionAssert(actual);
  }

  /** Begins assertions on what an HTTP answer tells of a decision. */
  public static AnswerAssert assertThat(HttpResponse<String> actual) {
    return new AnswerAssert(actual);
  }
}
