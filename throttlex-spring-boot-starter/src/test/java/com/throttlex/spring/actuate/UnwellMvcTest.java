package com.throttlex.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.throttlex.adaptive.AdaptiveMode;
import com.throttlex.adaptive.Adjustment;
import com.throttlex.adaptive.Signal;
import com.throttlex.rule.RuleBook;
import com.throttlex.servlet.RequestDescriber;
import com.throttlex.spring.AdaptiveLimitChanged;
import com.throttlex.spring.App;
import com.throttlex.spring.HealthScenario;
import com.throttlex.spring.Unwell;
import com.throttlex.spring.actuate.Endpoint.Answer;
import com.throttlex.spring.method.RateLimited;
import com.throttlex.test.ManualClock;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

@ExtendWith(OutputCaptureExtension.class)
class UnwellMvcTest extends HealthScenario {
  private Endpoint endpoint;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    final BlockingQueue<Adjustment> heard = new LinkedBlockingQueue<>();

    @Bean
    RuleBook rules() {
      return Unwell.rules();
    }

    @Bean
    ManualClock clock() {
      return new ManualClock();
    }

    /** Keeps the requests of different tests apart. */
    @Bean
    RequestDescriber source() {
      return (request, to) -> {
        if (request.getHeader("X-Source") != null) {
          to.service(request.getHeader("X-Source"));
        }
      };
    }

    @Bean
    Depot depot() {
      return new Depot();
    }

    @EventListener
    void hear(AdaptiveLimitChanged event) {
      heard.add(event.adjustment());
    }

    @GetMapping({"/moving/ok", "/capacity"})
    String ok() {
      return "ok";
    }

    @GetMapping("/moving/fail")
    String fail() {
      throw new IllegalStateException("a failure that the test wants");
    }

    @GetMapping("/moving/conflict")
    String conflict() {
      throw new Conflict();
    }

    @GetMapping("/moving/full")
    ResponseEntity<String> full() {
      return ResponseEntity.status(503).body("full");
    }

    @GetMapping("/moving/timeout")
    DeferredResult<String> timeout() {
      return new DeferredResult<>(50L, "late");
    }
  }

  @RestController
  static class Depot {
    @RateLimited(rule = "method")
    @GetMapping("/depot")
    public String depot() {
      return "ok";
    }
  }

  @Override
  protected App start() {
    App started =
        App.servlet(
            Shop.class,
            "spring.application.name=shop",
            "management.endpoints.web.exposure.include=*",
            "management.endpoint.health.show-details=always");
    endpoint = new Endpoint(started);
    return started;
  }

  private Answer change(String rule, String json) throws Exception {
    return endpoint.call("POST", "/actuator/throttlex/" + rule, json);
  }

  private static Map<?, ?> moving(Answer overview) {
    return ((java.util.List<?>) overview.map("adaptive").get("rules"))
        .stream()
            .map(rule -> (Map<?, ?>) rule)
            .filter(rule -> rule.get("rule").equals("moving"))
            .findFirst()
            .orElseThrow();
  }

  @Test
  void answers_ofAnApplicationThatHasAName_tellHowTheSystemIs() {
    app.get("/moving/ok");
    assertThat(Unwell.measured(throttlex, clock, "system")).containsKey(Signal.RESPONSE_TIME);
    assertThat(throttlex.adaptive().status().sources().get("shop").values())
        .containsKey(Signal.RESPONSE_TIME);
  }

  @Test
  void limit_fixedByHand_holdsAndIsReportedEverywhere(CapturedOutput output) throws Exception {
    BlockingQueue<Adjustment> heard = app.bean(Shop.class).heard;
    heard.clear();

    Answer fixed =
        change("moving", "{\"operation\": \"override\", \"limit\": 700, \"seconds\": 3600}");

    assertThat(fixed.status()).isEqualTo(200);
    assertThat(fixed.body())
        .contains(entry("limit", 700), entry("mode", "fixed"), entry("fixedFor", 3600));
    assertThat(app.get("/moving/ok").headers().firstValue("X-RateLimit-Limit")).contains("700");
    Adjustment told = heard.poll(30, TimeUnit.SECONDS);
    assertThat(told).isNotNull();
    assertThat(told.rule()).isEqualTo("moving");
    assertThat(told.to()).isEqualTo(700);
    assertThat(told.mode()).isEqualTo(AdaptiveMode.FIXED);
    assertThat(output).contains("limit of rule moving: " + told.from() + " -> 700, fixed by hand");
    Map<?, ?> shown = moving(endpoint.get(""));
    assertThat(shown.get("limit")).isEqualTo(700);
    assertThat(shown.get("min")).isEqualTo(500);
    assertThat(shown.get("base")).isEqualTo(1000);
    assertThat(shown.get("max")).isEqualTo(2000);
    assertThat(shown.get("reason")).isEqualTo("fixed by hand");
    assertThat(String.valueOf(endpoint.call("GET", "/actuator/health", "").body()))
        .endsWith("status=UP}")
        .contains("lowered-limits=[{rule=moving, limit=700, base=1000");

    assertThat(app.get("/actuator/prometheus").body())
        .contains("throttlex_adaptive_limit{rule=\"moving\"} 700.0")
        .contains("throttlex_adaptive_changes_total{direction=\"down\",rule=\"moving\"}");
    assertThat(change("moving", "{\"operation\": \"resume\"}").body())
        .containsEntry("mode", "auto");
    assertThat(change("moving", "{\"operation\": \"freeze\"}").body())
        .containsEntry("mode", "frozen");
    assertThat(change("moving", "{\"operation\": \"resume\"}").body())
        .containsEntry("mode", "auto");
  }

  @Test
  void change_thatMakesNoSense_isRefusedNamingEachProblem() throws Exception {
    Answer refused =
        change("moving", "{\"operation\": \"halve\", \"limit\": 5, \"until\": \"noon\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.problems())
        .contains("until: unknown member (expected: operation, limit, seconds)")
        .contains("operation: \"halve\" (expected: freeze, resume or override)")
        .contains("limit: \"5\" (expected: none, unless the operation is override)");
    assertThat(
            change("moving", "{\"operation\": \"override\", \"limit\": \"x\", \"seconds\": -1}")
                .problems())
        .contains("limit: \"x\" (expected: a whole number)")
        .contains("seconds: \"-1\" (expected: a whole number up to 31536000)");
    assertThat(change("moving", "{\"operation\": \"override\", \"limit\": 5}").problems())
        .contains("limit: 5 (expected: from 500 to 2000)");
    assertThat(change("capacity", "{\"operation\": \"freeze\"}").problems())
        .contains("rule: capacity (expected: the id of a rule with `adaptive`)");
  }
}
