package com.throttlex.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.tck.Await;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request is decided once and holds its slot until the response is complete, whatever is
 * dispatched.
 */
@ParameterizedClass
@EnumSource(Container.Kind.class)
@Timeout(120)
class DispatchesTest {
  private static final String KEY = "r|ip=127.0.0.1";

  @Parameter Container.Kind kind;
  @TempDir Path folder;
  private final BlockingQueue<AsyncContext> held = new LinkedBlockingQueue<>();

  private Site start(EnumSet<DispatcherType> types, RuleBuilder rule) throws Exception {
    Site site = new Site(rule);
    site.filter(new ThrottleXFilter(site.throttlex), types, true);
    site.page("/forward", (from, to) -> from.getRequestDispatcher("/ok").forward(from, to));
    site.page("/include", (from, to) -> from.getRequestDispatcher("/ok").include(from, to));
    site.page("/refuse", (from, to) -> to.sendError(Container.ERROR_STATUS));
    site.page(Container.ERROR_PAGE, (from, to) -> to.getWriter().write("sorry"));
    site.page(
        "/fail",
        (from, to) -> {
          throw new IllegalStateException("on purpose");
        });
    site.page("/hold", (from, to) -> held.add(from.startAsync()));
    site.page(
        "/again",
        (from, to) -> {
          boolean first = from.getDispatcherType() == DispatcherType.REQUEST;
          AsyncContext context = from.startAsync();
          if (first) {
            context.dispatch();
          } else {
            held.add(context);
          }
        });
    site.page(
        "/dispatch",
        (from, to) -> {
          AsyncContext context = from.startAsync();
          new Thread(() -> context.dispatch("/ok")).start();
        });
    site.page(
        "/late",
        (from, to) -> {
          AsyncContext context = from.startAsync();
          new Thread(context::complete).start();
        });
    site.page("/timeout", (from, to) -> from.startAsync().setTimeout(50));
    site.page(
        "/dispatch-to-fail",
        (from, to) -> {
          AsyncContext context = from.startAsync();
          new Thread(() -> context.dispatch("/fail")).start();
        });
    return site.start(kind, folder);
  }

  private static RuleBuilder rate() {
    return Rule.builder("r").key("ip").limits("9/1h");
  }

  private static RuleBuilder slots(int slots) {
    return Rule.builder("r").key("ip").limits(slots + "/1h").algorithm(Algorithm.CONCURRENCY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/ok",
        "/forward",
        "/include",
        "/refuse",
        "/fail",
        "/dispatch",
        "/late",
        "/timeout",
        "/dispatch-to-fail"
      })
  void request_whateverItIsDispatchedTo_isChargedOnce(String path) throws Exception {
    try (Site site = start(EnumSet.allOf(DispatcherType.class), rate())) {
      HttpResponse<String> response = site.get(path);

      assertThat(site.left(KEY, 9)).isEqualTo(8);
      assertThat(response.headers().allValues("X-RateLimit-Remaining")).containsExactly("8");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/ok",
        "/forward",
        "/refuse",
        "/fail",
        "/dispatch",
        "/late",
        "/timeout",
        "/dispatch-to-fail",
        "/nowhere"
      })
  void slot_whenTheAnswerIsComplete_isFree(String path) throws Exception {
    try (Site site = start(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), slots(1))) {
      for (int i = 0; i < 3; i++) {
        assertThat(site.get(path).statusCode()).isNotEqualTo(429);
        awaitFree(site, 1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/hold", "/again"})
  void slotOfAnAsynchronousRequest_isHeldUntilItCompletes(String path) throws Exception {
    try (Site site = start(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), slots(2))) {
      CompletableFuture<HttpResponse<String>> first = site.getAsync(path);
      AsyncContext context = held.poll(30, TimeUnit.SECONDS);
      assertThat(site.left(KEY, 2)).isEqualTo(1);
      CompletableFuture<HttpResponse<String>> second = site.getAsync(path);
      AsyncContext other = held.poll(30, TimeUnit.SECONDS);

      assertThat(site.get("/ok").statusCode()).isEqualTo(429);
      context.complete();
      assertThat(first.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      awaitFree(site, 1);
      assertThat(site.get("/ok").statusCode()).isEqualTo(200);
      other.complete();
      assertThat(second.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      awaitFree(site, 2);
    }
  }

  @Test
  void deniedRequest_holdsNoSlot() throws Exception {
    try (Site site = start(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), slots(1))) {
      site.throttlex.rules(Site.book(slots(1), Rule.builder("few").key("global").limits("1/1h")));
      assertThat(site.get("/ok").statusCode()).isEqualTo(200);
      awaitFree(site, 1);

      assertThat(site.get("/ok").statusCode()).isEqualTo(429);

      assertThat(site.left(KEY, 1)).isEqualTo(1);
    }
  }

  /** The client may have its answer a moment before the container reports the end. */
  private static void awaitFree(Site site, int slots) {
    Await.until("free slots: " + slots, () -> site.left(KEY, slots) == slots);
  }
}
