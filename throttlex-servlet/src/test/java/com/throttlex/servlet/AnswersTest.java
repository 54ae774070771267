package com.throttlex.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The responses of the filter, as clients see them. */
@ParameterizedClass
@EnumSource(Container.Kind.class)
@Timeout(120)
class AnswersTest {
  @Parameter Container.Kind kind;
  @TempDir Path folder;

  private static RuleBuilder perIp(String limits) {
    return Rule.builder("r").key("ip").limits(limits);
  }

  private Site start(RuleBuilder... rules) throws Exception {
    Site site = new Site(rules);
    site.filter(new ThrottleXFilter(site.throttlex));
    site.page("/refuse", (request, response) -> response.sendError(Container.ERROR_STATUS));
    site.page(
        "/fail",
        (request, response) -> {
          throw new ServletException("on purpose");
        });
    site.page(Container.ERROR_PAGE, (request, response) -> response.getWriter().write("sorry"));
    return site.start(kind, folder);
  }

  private static String header(HttpResponse<?> response, String name) {
    return String.join(" and ", response.headers().allValues(name));
  }

  @Test
  void everyAnswer_whateverItsStatus_tellsTheLimits() throws Exception {
    try (Site site = start(perIp("10/1h"))) {
      assertTells(site.get("/ok"), 200, 9);
      assertTells(site.get("/nowhere"), 404, 8);
      assertTells(site.get("/fail"), 500, 7);
      HttpResponse<String> refused = site.get("/refuse");
      assertTells(refused, Container.ERROR_STATUS, 6);
      assertThat(refused.body()).isEqualTo("sorry");
    }
  }

  private static void assertTells(HttpResponse<String> response, int status, int remaining) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(header(response, "X-RateLimit-Limit")).isEqualTo("10");
    assertThat(header(response, "X-RateLimit-Remaining")).isEqualTo("" + remaining);
    assertThat(header(response, "RateLimit")).startsWith("\"r\";r=" + remaining);
    assertThat(header(response, "RateLimit-Policy")).startsWith("\"r\";q=10;w=3600");
    assertThat(header(response, "Retry-After")).isEmpty();
  }

  @Test
  void deniedRequest_getsAProblemAndWhenToComeBack() throws Exception {
    try (Site site = start(perIp("1/1h"))) {
      site.get("/ok");

      HttpResponse<String> denied = site.get("/ok");

      assertThat(denied.statusCode()).isEqualTo(429);
      assertThat(header(denied, "Content-Type")).startsWith("application/problem+json");
      assertThat(header(denied, "Retry-After")).isEqualTo("3600");
      assertThat(header(denied, "X-RateLimit-Remaining")).isEqualTo("0");
      assertThat(denied.body())
          .contains("\"status\":429", "\"rule\":\"r\"", "\"violated-policies\":[\"r\"]");
    }
  }

  @Test
  void requestThatNoRuleAppliesTo_passesUntold() throws Exception {
    try (Site site = start(perIp("1/1h").endpoint("/other"))) {
      assertThat(site.get("/ok").headers().map().keySet())
          .noneMatch(name -> name.toLowerCase(Locale.ROOT).contains("ratelimit"));
    }
  }

  @Test
  void ambiguousPath_isRefusedAndNotCharged() throws Exception {
    try (Site site = start(perIp("9/1h"))) {
      for (String path : List.of("/a%252Fb", "/a%2Fb", "/a%5Cb", "/%2e%2e/ok")) {
        HttpResponse<String> response = site.get(path);
        assertThat(response.statusCode()).as(path).isEqualTo(400);
      }
      assertThat(header(site.get("/a%252Fb"), "Content-Type"))
          .startsWith("application/problem+json");
      assertThat(site.left("r|ip=127.0.0.1", 9)).isEqualTo(9);
    }
  }

  @Test
  void path_ofAnApplicationThatIsMountedSomewhere_isTheOneWithinIt() throws Exception {
    Site site = new Site(Rule.builder("r").endpoint("/ok").key("ip").limits("1/1h"));
    site.filter(
        (request, response, chain) ->
            chain.doFilter(new Mounted((HttpServletRequest) request), response));
    site.filter(new ThrottleXFilter(site.throttlex));
    try (site) {
      site.start(kind, folder);
      assertThat(site.get("/ok").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok").statusCode()).isEqualTo(429);
      assertThat(site.get("/").statusCode()).isEqualTo(404);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a?", "/a#", "/?", "/..", "/a%"})
  void contextPath_thatHidesTheRest_isRefused(String mount) throws Exception {
    Site site = new Site(Rule.builder("r").key("ip").limits("1/1h").endpoint("/ok"));
    site.filter(
        (request, response, chain) ->
            chain.doFilter(new Prefixed((HttpServletRequest) request, mount), response));
    site.filter(new ThrottleXFilter(site.throttlex));
    try (site) {
      site.start(kind, folder);
      assertThat(site.get("/ok").statusCode()).isEqualTo(400);
    }
  }

  /** A request whose client chooses the context path. */
  private static final class Prefixed extends HttpServletRequestWrapper {
    private final String mount;

    Prefixed(HttpServletRequest request, String mount) {
      super(request);
      this.mount = mount;
    }

    @Override
    public String getContextPath() {
      return mount;
    }

    @Override
    public String getRequestURI() {
      return mount + super.getRequestURI();
    }
  }

  /** A request to an application at {@code /shop}, which its client spells in its own way. */
  private static final class Mounted extends HttpServletRequestWrapper {
    Mounted(HttpServletRequest request) {
      super(request);
    }

    @Override
    public String getContextPath() {
      return "/shop";
    }

    @Override
    public String getRequestURI() {
      return "/%53hop;a=b/" + super.getRequestURI();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"token-bucket", "fixed-window", "sliding-window-log"})
  void parallelRequests_passExactlyAsOftenAsTheLimitSays(String algorithm) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(20);
    try (Site site = start(perIp("50/1h").algorithm(Algorithm.parse(algorithm)))) {
      List<Future<Integer>> answers =
          IntStream.range(0, 200)
              .mapToObj(i -> clients.submit(() -> site.get("/ok").statusCode()))
              .toList();
      int passed = 0;
      for (Future<Integer> answer : answers) {
        assertThat(answer.get()).isIn(200, 429);
        passed += answer.get() == 200 ? 1 : 0;
      }
      assertThat(passed).isEqualTo(50);
    } finally {
      clients.shutdown();
    }
  }
}
