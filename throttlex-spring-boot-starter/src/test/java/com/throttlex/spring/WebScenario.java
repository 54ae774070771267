package com.throttlex.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;

/**
 * Tests an application with rules in its properties.
 *
 * <p>It has the paths {@code /hello}, {@code /exact} and {@code /region}, a path {@code /fail} that
 * fails, and a describer of the attribute {@code region} from the header of that name.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class WebScenario {
  private final WebApplicationType type;
  private final Class<?> source;
  protected App app;

  protected WebScenario(WebApplicationType type, Class<?> source) {
    this.type = type;
    this.source = source;
  }

  @BeforeAll
  void start() {
    app =
        App.start(
            type,
            source,
            Set.of(),
            "throttlex.rules.exact.match.endpoint=/exact",
            "throttlex.rules.exact.limits=5/1h",
            "throttlex.rules.region.match.endpoint=/region",
            "throttlex.rules.region.key[0]=attribute:region",
            "throttlex.rules.region.limits=1/1h",
            "throttlex.rules.delayed.match.endpoint=/delayed",
            "throttlex.rules.delayed.limits=20/1s",
            "throttlex.rules.delayed.burst=1",
            "throttlex.rules.delayed.on-exceed.delay=30s",
            "throttlex.rules.slot.match.endpoint=/slot/**",
            "throttlex.rules.slot.algorithm=concurrency",
            "throttlex.rules.slot.limits=1/10m");
  }

  @AfterAll
  void stop() {
    app.close();
  }

  protected static String header(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  @Test
  void request_thatNoRuleMatches_isUnderTheDefaultRule() {
    HttpResponse<String> answer = app.get("/hello");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "X-RateLimit-Limit")).isEqualTo("100");
  }

  @Test
  void requests_atTheSameTime_areAdmittedExactlyUpToTheLimit() {
    assertThat(app.count(200, 40, "/exact")).isEqualTo(5);
    HttpResponse<String> denied = app.get("/exact");
    assertThat(denied.statusCode()).isEqualTo(429);
    assertThat(header(denied, "Content-Type")).isEqualTo("application/problem+json");
    assertThat(header(denied, "X-RateLimit-Remaining")).isEqualTo("0");
    assertThat(header(denied, "RateLimit-Policy")).contains("exact");
    assertThat(Long.parseLong(header(denied, "Retry-After"))).isPositive();
    assertThat(denied.body()).contains("\"rule\":\"exact\"").contains("quota-exceeded");
  }

  @Test
  void path_inAnotherSpelling_isTheSameToRules() {
    assertThat(header(app.get("//%65xact?a=b"), "X-RateLimit-Limit")).isEqualTo("5");
  }

  @Test
  void answer_ofWhateverStatus_tellsTheLimits() {
    assertThat(app.get("/nowhere").statusCode()).isEqualTo(404);
    assertThat(header(app.get("/nowhere"), "X-RateLimit-Limit")).isEqualTo("100");
    HttpResponse<String> failed = app.get("/fail");
    assertThat(failed.statusCode()).isEqualTo(500);
    assertThat(header(failed, "RateLimit")).contains("default");
  }

  @Test
  void request_thatIsMalformed_gets400() {
    HttpResponse<String> answer = app.get("/hello", "X-API-Key", "k".repeat(2000));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.body()).contains("apiKey: <2000 characters>");
  }

  @Test
  void describer_ofTheApplication_addsWhatRulesCountBy() {
    assertThat(app.get("/region", "Region", "north").statusCode()).isEqualTo(200);
    assertThat(app.get("/region", "Region", "north").statusCode()).isEqualTo(429);
    assertThat(app.get("/region", "Region", "south").statusCode()).isEqualTo(200);
  }
}
