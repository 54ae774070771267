package com.throttlex.servlet;

import com.throttlex.Decision;
import com.throttlex.http.DecisionJson;
import com.throttlex.http.ProblemJson;
import com.throttlex.http.RateLimitHeaders;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes what a decision means for a response. */
final class Answer {
  private static final int TOO_MANY_REQUESTS = 429;

  private final RateLimitHeaders headers;

  Answer(RateLimitHeaders headers) {
    this.headers = headers;
  }

  /** Tells the client its limits, in place of what was told before. */
  void limits(HttpServletResponse response, Decision decision) {
    headers.render(decision, response::setHeader);
  }

  void denial(HttpServletResponse response, Decision decision) throws IOException {
    limits(response, decision);
    problem(response, TOO_MANY_REQUESTS, DecisionJson.denial(decision));
  }

  static void problem(HttpServletResponse response, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setContentType(ProblemJson.MEDIA_TYPE);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
