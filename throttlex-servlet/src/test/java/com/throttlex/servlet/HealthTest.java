package com.throttlex.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.adaptive.Outcome;
import com.throttlex.adaptive.Signal;
import com.throttlex.adaptive.SourceReport;
import com.throttlex.request.Priority;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Classifier;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.tck.Await;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The health that the filter measures, and the responses of an unhealthy application. */
@ParameterizedClass
@EnumSource(Container.Kind.class)
@Timeout(120)
class HealthTest {
  @Parameter Container.Kind kind;
  @TempDir Path folder;

  private static RuleBuilder rule() {
    return Rule.builder("r").key("global").limits("1000/1h").adaptive(new Adaptive(10, 2000));
  }

  private Site start() throws Exception {
    Site site = new Site(rule());
    site.filter(new ThrottleXFilter(site.throttlex));
    site.page("/missing", (from, to) -> to.sendError(404));
    site.page("/broken", (from, to) -> to.sendError(500));
    site.page("/full", (from, to) -> to.setStatus(503));
    site.page(
        "/fail",
        (from, to) -> {
          throw new IllegalStateException("on purpose");
        });
    site.page(
        "/slow",
        (from, to) -> {
          site.clock.advance(Duration.ofMillis(90));
          to.getWriter().write("slow");
        });
    site.page("/timeout", (from, to) -> from.startAsync().setTimeout(50));
    site.page("/late", (from, to) -> later(from.startAsync(), 200));
    site.page("/late-full", (from, to) -> later(from.startAsync(), 503));
    site.page("/late-broken", (from, to) -> later(from.startAsync(), 502));
    site.page(
        "/late-fail",
        (from, to) -> {
          AsyncContext context = from.startAsync();
          new Thread(() -> context.dispatch("/fail")).start();
        });
    return site.start(kind, folder);
  }

  private static void later(AsyncContext context, int status) {
    new Thread(
            () -> {
              ((HttpServletResponse) context.getResponse()).setStatus(status);
              context.complete();
            })
        .start();
  }

  @Test
  void answer_ofWhateverKind_tellsHowTheApplicationIs() throws Exception {
    Map<String, Outcome> expected = new LinkedHashMap<>();
    expected.put("/ok", Outcome.SUCCESS);
    expected.put("/missing", Outcome.SUCCESS);
    expected.put("/late", Outcome.SUCCESS);
    expected.put("/broken", Outcome.FAILURE);
    expected.put("/fail", Outcome.FAILURE);
    expected.put("/late-broken", Outcome.FAILURE);
    expected.put("/late-fail", Outcome.FAILURE);
    expected.put("/full", Outcome.DROPPED);
    expected.put("/late-full", Outcome.DROPPED);
    expected.put("/timeout", Outcome.DROPPED);
    Map<String, Outcome> seen = new LinkedHashMap<>();
    try (Site site = start()) {
      for (String path : expected.keySet()) {
        site.get(path);
        seen.put(path, outcome(measured(site)));
      }
    }
    assertThat(seen).isEqualTo(expected);
  }

  /** A dropped request has no response time, because its end is not known. */
  private static Outcome outcome(Map<Signal, Double> values) {
    if (values.get(Signal.ERROR_RATE) == 0) {
      return Outcome.SUCCESS;
    }
    return values.containsKey(Signal.RESPONSE_TIME) ? Outcome.FAILURE : Outcome.DROPPED;
  }

  /** Returns the signals of the requests since the last call; a container may report them late. */
  private static Map<Signal, Double> measured(Site site) {
    return Await.answer("signals of a completed request", () -> tick(site));
  }

  private static Optional<Map<Signal, Double>> tick(Site site) {
    site.clock.advance(Duration.ofSeconds(1));
    site.throttlex.adaptive().tick(site.clock.nanos());
    return Optional.ofNullable(site.throttlex.adaptive().status().sources().get("system"))
        .map(SourceReport::values)
        .filter(values -> values.containsKey(Signal.ERROR_RATE));
  }

  @Test
  void timeOfARequest_isThatUntilItsAnswerIsComplete() throws Exception {
    try (Site site = start()) {
      site.get("/slow");

      assertThat(measured(site).get(Signal.RESPONSE_TIME)).isBetween(90.0, 102.0);
    }
  }

  @Test
  void requests_ofLowPriority_areShedFirstWith503() throws Exception {
    try (Site site = start()) {
      Classifier header = new Classifier(Match.ALL, Priority.HIGH, KeyPart.parse("header:X-Class"));
      Rule shedding =
          Rule.builder("capacity")
              .key("global")
              .limits("4/1h")
              .shares(Map.of(Priority.LOW, 50))
              .onExceed(OnExceed.SHED)
              .build();
      Preamble preamble = new Preamble(List.of(), Fallback.ALLOW);
      site.throttlex.rules(
          RuleBook.of(
              new Preamble(List.of(), Fallback.ALLOW, List.of(header), preamble.adaptive()),
              List.of(shedding)));

      assertThat(site.get("/ok", "X-Class", "low").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok", "X-Class", "low").statusCode()).isEqualTo(200);
      HttpResponse<String> shed = site.get("/ok", "X-Class", "low");
      assertThat(shed.statusCode()).isEqualTo(503);
      assertThat(shed.headers().firstValue("Content-Type").orElse(""))
          .startsWith("application/problem+json");
      assertThat(shed.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
      assertThat(shed.body()).contains("\"status\":503", "temporary-reduced-capacity");
      assertThat(site.get("/ok", "X-Class", "high").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok", "X-Class", "high").statusCode()).isEqualTo(503);
    }
  }
}
