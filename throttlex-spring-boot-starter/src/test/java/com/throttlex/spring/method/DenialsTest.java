package com.throttlex.spring.method;

import static com.throttlex.test.ThrottleXAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.spring.App;
import com.throttlex.spring.OutboundLimitedException;
import com.throttlex.spring.RateLimitedException;
import com.throttlex.test.spring.ManualTime;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class DenialsTest {
  private static final String[] RULES = {
    "throttlex.rules.each.limits=2/1h",
    "throttlex.rules.each.algorithm=fixed-window",
    "throttlex.rules.each.key[0]=user"
  };

  static class Orders {
    @RateLimited(rule = "each", key = "#user")
    String order(String user) {
      return "ordered";
    }

    @RateLimited(rule = "each", key = "#user")
    CompletionStage<String> stage(String user) {
      return CompletableFuture.completedFuture("ordered");
    }

    @RateLimited(rule = "each", key = "#user")
    Mono<String> mono(String user) {
      return Mono.just("ordered");
    }

    @RateLimited(rule = "each", key = "#user")
    Flux<String> flux(String user) {
      return Flux.just("ord", "ered");
    }
  }

  @RestController
  static class Doors {
    private final Orders orders;

    Doors(Orders orders) {
      this.orders = orders;
    }

    @GetMapping("/sync")
    String sync(@RequestParam("user") String user) {
      return orders.order(user);
    }

    @GetMapping("/stage")
    CompletionStage<String> stage(@RequestParam("user") String user) {
      return orders.stage(user);
    }

    @GetMapping("/mono")
    Mono<String> mono(@RequestParam("user") String user) {
      return orders.mono(user);
    }

    @GetMapping("/flux")
    Flux<String> flux(@RequestParam("user") String user) {
      return orders.flux(user);
    }

    @GetMapping("/outbound")
    String outbound(@RequestParam("user") String user) {
      try {
        return orders.order(user);
      } catch (RateLimitedException e) {
        throw new OutboundLimitedException("elsewhere", e.decision());
      }
    }
  }

  /** Answers denials itself. */
  @RestController
  static class Own {
    private final Orders orders;

    Own(Orders orders) {
      this.orders = orders;
    }

    @GetMapping("/own")
    String own(@RequestParam("user") String user) {
      return orders.order(user);
    }

    @ExceptionHandler
    ResponseEntity<String> denied(RateLimitedException denial) {
      return ResponseEntity.status(420).body("calm down, says " + denial.decision().rule());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import({Orders.class, Doors.class, Own.class})
  @ManualTime
  static class Shop {}

  @Test
  void denials_inMvc_areAnsweredAsTheFilterDoes() {
    try (App app = App.servlet(Shop.class, RULES)) {
      answersAreThoseOfTheFilter(app);
    }
  }

  @Test
  void denials_inWebFlux_areAnsweredAsTheFilterDoes() {
    try (App app = App.reactive(Shop.class, RULES)) {
      answersAreThoseOfTheFilter(app);
    }
  }

  private static void answersAreThoseOfTheFilter(App app) {
    for (String door : new String[] {"sync", "stage", "mono", "flux"}) {
      String path = "/" + door + "?user=" + door;
      assertThat(app.count(200, 20, path)).as(door).isEqualTo(2);
      HttpResponse<String> denied = app.get(path);
      assertThat(denied).isLimitedBy("each").hasRetryAfter(3600);
      assertThat(denied.body()).contains("quota-exceeded").contains("\"status\":429");
      assertThat(denied.headers().firstValue("Content-Type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
      assertThat(denied.headers().allValues("X-RateLimit-Limit")).containsExactly("2");
      assertThat(denied.headers().allValues("X-RateLimit-Remaining")).containsExactly("0");
      assertThat(denied.headers().allValues("RateLimit")).containsExactly("\"each\";r=0;t=3600");
    }
    assertThat(app.get("/own?user=sync").statusCode()).isEqualTo(420);
    assertThat(app.get("/own?user=sync").body()).isEqualTo("calm down, says each");
    HttpResponse<String> outbound = app.get("/outbound?user=sync");
    assertThat(outbound.statusCode()).isEqualTo(503);
    assertThat(outbound).hasRetryAfter(3600);
    assertThat(outbound.body()).contains("temporary-reduced-capacity");
  }
}
