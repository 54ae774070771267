package com.throttlex.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Delayed requests. The engine's clock does not move, so the second request of each tenant waits
 * exactly as long as the rule says, by the real clock.
 */
@ParameterizedClass
@EnumSource(Container.Kind.class)
@Timeout(120)
class WaitingTest {
  private static final int WORKERS = 3;
  private static final int WAITING = 20;

  @Parameter Container.Kind kind;
  @TempDir Path folder;

  private static RuleBuilder oneEach(String period) {
    return Rule.builder("r")
        .key("header:X-Tenant")
        .limits("1/" + period)
        .onExceed(OnExceed.delay(Duration.ofSeconds(30)));
  }

  private static FilterSettings settings(Site site) {
    FilterSettings simple = FilterSettings.simple(site.throttlex);
    return new FilterSettings(
        simple.admissions(), simple.reader(), simple.describer(), simple.headers(), site.clock);
  }

  /** Notes how each request comes by. */
  private static Filter noting(Queue<String> seen) {
    return (request, response, chain) -> {
      seen.add(request.getDispatcherType() + (request.isAsyncStarted() ? " waits" : ""));
      chain.doFilter(request, response);
    };
  }

  @Test
  void waitingRequests_holdNoThreadOfTheContainer() throws Exception {
    Site site = new Site(oneEach("3s"));
    CountDownLatch wait = new CountDownLatch(WAITING);
    site.filter(
        (request, response, chain) -> {
          chain.doFilter(request, response);
          if (request.isAsyncStarted()) {
            wait.countDown();
          }
        });
    site.filter(ThrottleXFilter.of(settings(site)));
    try (site) {
      site.start(kind, WORKERS, folder);
      for (int i = 0; i < WAITING; i++) {
        assertThat(site.get("/ok", "X-Tenant", "t" + i).statusCode()).isEqualTo(200);
      }
      long start = System.nanoTime();
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < WAITING; i++) {
        answers.add(site.getAsync("/ok", "X-Tenant", "t" + i));
      }
      assertThat(wait.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(site.get("/ok").statusCode()).isEqualTo(200);
      assertThat(answers).as("answered before an undelayed one").noneMatch(a -> a.isDone());

      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      long held = 3000L * WAITING / WORKERS;
      assertThat(millis).as("less than with a thread for each").isBetween(3000L, held / 2);
    }
  }

  @Test
  void requestThatHasWaited_passesTheFiltersBehindOnceAsARequest() throws Exception {
    Queue<String> before = new ConcurrentLinkedQueue<>();
    Queue<String> behind = new ConcurrentLinkedQueue<>();
    Queue<String> pages = new ConcurrentLinkedQueue<>();
    Site site = new Site(oneEach("100ms"));
    site.page(
        "/page/*",
        (request, response) -> {
          pages.add(request.getDispatcherType() + " " + request.getPathInfo());
          response.getWriter().write(request.getRequestURI() + "?" + request.getQueryString());
        });
    site.filter(noting(before));
    site.filter(ThrottleXFilter.of(settings(site)));
    site.filter(noting(behind));
    try (site) {
      site.start(kind, folder);
      String path = "/page/a%20b;v=1/%C3%A4?q=%26x";
      String first = site.get(path, "X-Tenant", "t").body();
      HttpResponse<String> waited = site.get(path, "X-Tenant", "t");

      assertThat(waited.statusCode()).isEqualTo(200);
      assertThat(waited.body()).isEqualTo(first).isEqualTo(path);
      assertThat(waited.headers().allValues("X-RateLimit-Remaining")).hasSize(1);
      assertThat(before).containsExactly("REQUEST", "REQUEST", "ASYNC");
      assertThat(behind).containsExactly("REQUEST", "REQUEST");
      assertThat(pages).containsExactly("REQUEST /a b/ä", "REQUEST /a b/ä");
      assertThat(site.throttlex.inspect("r|header:x-tenant=t")).hasSize(1);
    }
  }

  @Test
  void requestThatHasWaited_mayBeAnsweredAsynchronously() throws Exception {
    Site site = new Site(oneEach("100ms"));
    site.page(
        "/late",
        (request, response) -> {
          var context = request.startAsync();
          Runnable answer =
              () -> {
                ((HttpServletResponse) context.getResponse()).setHeader("X-Late", "yes");
                context.complete();
              };
          new Thread(answer).start();
        });
    site.filter(ThrottleXFilter.of(settings(site)));
    try (site) {
      site.start(kind, folder);
      for (int i = 0; i < 3; i++) {
        HttpResponse<String> response = site.get("/late", "X-Tenant", "t");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("X-Late")).hasValue("yes");
      }
    }
  }

  @Test
  void requestThatMayNotBeAsynchronous_waitsInItsThread() throws Exception {
    Queue<String> behind = new ConcurrentLinkedQueue<>();
    Site site = new Site(oneEach("10s"));
    site.filter(ThrottleXFilter.of(settings(site)), EnumSet.of(DispatcherType.REQUEST), false);
    site.filter(noting(behind));
    try (site) {
      site.start(kind, folder);
      long start = site.clock.nanos();
      site.get("/ok", "X-Tenant", "t");

      assertThat(site.get("/ok", "X-Tenant", "t").statusCode()).isEqualTo(200);

      assertThat(Duration.ofNanos(site.clock.nanos() - start)).isEqualTo(Duration.ofSeconds(10));
      assertThat(behind).containsExactly("REQUEST", "REQUEST");
    }
  }

  @Test
  void requestThatWouldWaitTooLong_isDenied() throws Exception {
    Site site = new Site(oneEach("1h"));
    site.filter(ThrottleXFilter.of(settings(site)));
    try (site) {
      site.start(kind, folder);
      site.get("/ok", "X-Tenant", "t");

      assertThat(site.get("/ok", "X-Tenant", "t").statusCode()).isEqualTo(429);
    }
  }
}
