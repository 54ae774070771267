package com.throttlex.server.admin;

import com.throttlex.Decision;
import com.throttlex.http.DecisionJson;
import com.throttlex.http.ProblemJson;
import com.throttlex.http.RateLimitHeaders;
import java.util.LinkedHashMap;
import java.util.Map;

/** Thrown when an administrator makes too many calls. */
final class AdminDenial extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Decision decision;

  AdminDenial(Decision decision) {
    super(decision.toString(), null, false, false);
    this.decision = decision;
  }

  AdminAnswer answer() {
    String body = DecisionJson.denial(decision);
    return new AdminAnswer(429, ProblemJson.MEDIA_TYPE, body, headers(decision));
  }

  /** Returns the headers that show the administrator's limits. */
  static Map<String, String> headers(Decision decision) {
    Map<String, String> headers = new LinkedHashMap<>();
    RateLimitHeaders.all().render(decision, headers::put);
    return headers;
  }
}
