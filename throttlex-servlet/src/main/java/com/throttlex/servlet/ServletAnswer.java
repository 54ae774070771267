package com.throttlex.servlet;

import com.throttlex.Decision;
import com.throttlex.http.ProblemJson;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes what a decision means for a response. */
final class ServletAnswer {
  private final RateLimitHeaders headers;

  ServletAnswer(RateLimitHeaders headers) {
    this.headers = headers;
  }

  /** Sets the headers that show the client its limits, and replaces earlier ones. */
  void limits(HttpServletResponse response, Decision decision) {
    headers.render(decision, response::setHeader);
  }

  /** Sends the response to a request that may not proceed. */
  static void refuse(HttpServletResponse response, Refusal refusal) throws IOException {
    byte[] bytes = refusal.body().getBytes(StandardCharsets.UTF_8);
    response.setStatus(refusal.status());
    response.setContentType(ProblemJson.MEDIA_TYPE);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
