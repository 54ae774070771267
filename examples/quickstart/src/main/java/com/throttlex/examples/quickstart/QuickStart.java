package com.throttlex.examples.quickstart;

import com.throttlex.Decision;
import com.throttlex.RateLimiter;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/** Limits a method call, a resource and an API, and prints the decisions. */
public final class QuickStart {
  private final PrintStream out;

  QuickStart(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws Exception {
    QuickStart program = new QuickStart(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    program.limitMethodCalls();
    program.protectDatabase();
    program.limitApi();
  }

  /** Three mails a minute for each user. */
  void limitMethodCalls() {
    RateLimiter mails = RateLimiter.of("3/1m");
    for (int i = 1; i <= 5; i++) {
      out.println("mail " + i + " to ada: " + (mails.tryAcquire("ada") ? "sent" : "denied"));
    }
  }

  /** Allows at most two queries at a time. */
  void protectDatabase() throws Exception {
    RateLimiter database = RateLimiter.of("2/30s", Algorithm.CONCURRENCY);
    String answer =
        database.call(Duration.ofMillis(100), () -> "42 rows", () -> "too busy, try again later");
    out.println("query: " + answer);
  }

  /** Limits an API by the rules of a file. */
  void limitApi() throws IOException {
    try (ThrottleX throttlex = ThrottleX.of(RuleFile.parse(rules(), "rules.yml"))) {
      RequestContext payment =
          RequestContext.builder()
              .user("ada")
              .ip("203.0.113.9")
              .endpoint("/api/v1/payments/7")
              .method("POST")
              .build();
      for (int i = 1; i <= 4; i++) {
        Decision decision = throttlex.check(payment);
        out.println(
            "payment "
                + i
                + ": "
                + decision.verdict()
                + ", "
                + decision.remaining()
                + " left, retry after "
                + decision.retryAfter()
                + " s");
      }
    }
  }

  private static String rules() throws IOException {
    try (InputStream file = QuickStart.class.getResourceAsStream("/rules.yml")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
