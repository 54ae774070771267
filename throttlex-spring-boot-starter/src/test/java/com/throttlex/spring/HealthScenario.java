package com.throttlex.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.test.ManualClock;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Tests an application with the rules of {@link Unwell} and a manual clock. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class HealthScenario {
  /** An exception that has a status of its own. */
  @ResponseStatus(HttpStatus.CONFLICT)
  public static final class Conflict extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  protected App app;
  protected ThrottleX throttlex;
  protected ManualClock clock;

  /** Starts the application. */
  protected abstract App start();

  @BeforeAll
  void startApplication() {
    app = start();
    throttlex = app.bean(ThrottleX.class);
    clock = app.bean(ManualClock.class);
  }

  @AfterAll
  void stop() {
    app.close();
  }

  /** Returns the outcome of the last request with {@code X-Source: answers}. */
  protected final Outcome outcome() {
    return Unwell.outcome(throttlex, clock, "answers");
  }

  @Test
  void answers_tellHowTheApplicationIs() {
    Map<String, Outcome> expected = new LinkedHashMap<>();
    expected.put("/moving/ok", Outcome.SUCCESS);
    expected.put("/moving/nowhere", Outcome.SUCCESS);
    expected.put("/moving/conflict", Outcome.SUCCESS);
    expected.put("/moving/fail", Outcome.FAILURE);
    expected.put("/moving/full", Outcome.DROPPED);
    expected.put("/moving/timeout", Outcome.DROPPED);
    Map<String, Outcome> seen = new LinkedHashMap<>();
    for (String path : expected.keySet()) {
      app.get(path, "X-Source", "answers");
      seen.put(path, outcome());
    }
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void requests_ofLowPriority_areShedFirstWith503() {
    assertThat(app.get("/capacity", "X-Class", "low").statusCode()).isEqualTo(200);
    assertThat(app.get("/capacity", "X-Class", "low").statusCode()).isEqualTo(200);
    HttpResponse<String> shed = app.get("/capacity", "X-Class", "low");
    assertThat(shed.statusCode()).isEqualTo(503);
    assertThat(shed.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
    assertThat(shed.headers().firstValue("RateLimit-Policy").orElse("")).contains("capacity");
    assertThat(shed.body()).contains("temporary-reduced-capacity", "\"rule\":\"capacity\"");
    HttpResponse<String> high = app.get("/capacity", "X-Class", "high");
    assertThat(high.statusCode()).isEqualTo(200);
    assertThat(high.headers().firstValue("X-RateLimit-Limit")).contains("4");
    assertThat(app.get("/capacity", "X-Class", "critical").statusCode()).isEqualTo(200);
    assertThat(app.get("/actuator/prometheus").body())
        .contains("throttlex_shed_total{priority=\"low\",rule=\"capacity\"} 1.0")
        .contains("throttlex_shed_total{priority=\"high\",rule=\"capacity\"} 0.0");
  }

  @Test
  void method_thatIsShed_isA503() {
    assertThat(app.get("/depot").statusCode()).isEqualTo(200);
    HttpResponse<String> shed = app.get("/depot");
    assertThat(shed.statusCode()).isEqualTo(503);
    assertThat(shed.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
    assertThat(shed.body()).contains("temporary-reduced-capacity");
  }
}
