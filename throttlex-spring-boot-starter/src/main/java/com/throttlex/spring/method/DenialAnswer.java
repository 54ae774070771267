package com.throttlex.spring.method;

import com.throttlex.Decision;
import com.throttlex.http.DecisionJson;
import com.throttlex.http.ProblemJson;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.Refusal;
import com.throttlex.spring.OutboundLimitedException;
import com.throttlex.spring.RateLimitedException;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The response to a request that called a denied method. */
final class DenialAnswer {
  private final RateLimitHeaders headers;

  DenialAnswer(RateLimitHeaders headers) {
    this.headers = headers;
  }

  /** Returns the denial that is or caused a failure, or null. */
  static @Nullable RateLimitedException find(@Nullable Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; depth < 10 && cause != null; depth++) {
      if (cause instanceof RateLimitedException denial) {
        return denial;
      }
      cause = cause.getCause();
    }
    return null;
  }

  static int status(RateLimitedException denial) {
    return denial instanceof OutboundLimitedException ? 503 : Refusal.status(denial.decision());
  }

  /** Passes the name and value of each header. */
  void headers(RateLimitedException denial, BiConsumer<String, String> to) {
    Decision decision = denial.decision();
    if (denial instanceof OutboundLimitedException) {
      to.accept("Retry-After", Long.toString(decision.retryAfter()));
    } else {
      headers.render(decision, to);
    }
    to.accept("Content-Type", ProblemJson.MEDIA_TYPE);
  }

  static byte[] body(RateLimitedException denial) {
    Decision decision = denial.decision();
    String body =
        denial instanceof OutboundLimitedException
            ? ProblemJson.body(
                503, "A service that this request needs is at its limit", decision.nowNanos())
            : DecisionJson.denial(decision);
    return body.getBytes(StandardCharsets.UTF_8);
  }
}
