package com.throttlex.spring.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.spring.App;
import com.throttlex.spring.Unwell;
import com.throttlex.spring.method.RateLimited;
import com.throttlex.test.ManualClock;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A reactive application whose limits follow its health, with a clock that is moved by hand. */
class UnwellWebFluxTest {
  private static final CountDownLatch HANGING = new CountDownLatch(1);

  private static App app;
  private static ThrottleX throttlex;
  private static ManualClock clock;

  @ResponseStatus(HttpStatus.CONFLICT)
  static final class Conflict extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @Bean
    ManualClock clock() {
      return new ManualClock();
    }

    /** Keeps the requests of different tests apart. */
    @Bean
    ExchangeDescriber source() {
      return (exchange, to) -> {
        String source = exchange.getRequest().getHeaders().getFirst("X-Source");
        if (source != null) {
          to.service(source);
        }
      };
    }

    @Bean
    Depot depot() {
      return new Depot();
    }

    @GetMapping({"/moving/ok", "/capacity"})
    Mono<String> ok() {
      return Mono.just("ok");
    }

    @GetMapping("/moving/fail")
    Mono<String> fail() {
      return Mono.error(new IllegalStateException("a failure that the test wants"));
    }

    @GetMapping("/moving/conflict")
    Mono<String> conflict() {
      return Mono.error(new Conflict());
    }

    @GetMapping("/moving/timeout")
    Mono<String> timeout() {
      return Mono.error(new TimeoutException("a timeout that the test wants"));
    }

    @GetMapping("/moving/full")
    Mono<ResponseEntity<String>> full() {
      return Mono.just(ResponseEntity.status(503).body("full"));
    }

    @GetMapping("/moving/hang")
    Mono<String> hang() {
      return Mono.<String>never().doOnSubscribe(subscribed -> HANGING.countDown());
    }

    @GetMapping(path = "/moving/stream", produces = "text/event-stream")
    Flux<String> stream() {
      return Flux.just("one").concatWith(Flux.never());
    }
  }

  @RestController
  static class Depot {
    @RateLimited(rule = "method")
    @GetMapping("/depot")
    public Mono<String> depot() {
      return Mono.just("ok");
    }
  }

  @BeforeAll
  static void start() {
    app =
        App.reactive(
            Shop.class,
            "throttlex.default-rule=none",
            "throttlex.priorities[0].header=X-Class",
            "throttlex.rules.moving.match.endpoint=/moving/**",
            "throttlex.rules.moving.key=global",
            "throttlex.rules.moving.limits=1000/1h",
            "throttlex.rules.moving.adaptive.min=500",
            "throttlex.rules.moving.adaptive.max=2000",
            "throttlex.rules.moving.adaptive.health=answers",
            "throttlex.rules.capacity.match.endpoint=/capacity",
            "throttlex.rules.capacity.key=global",
            "throttlex.rules.capacity.limits=4/1h",
            "throttlex.rules.capacity.shares.low=50",
            "throttlex.rules.capacity.on-exceed=shed",
            "throttlex.rules.method.key=global",
            "throttlex.rules.method.limits=1/1h",
            "throttlex.rules.method.on-exceed=shed");
    throttlex = app.bean(ThrottleX.class);
    clock = app.bean(ManualClock.class);
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  private static Outcome outcome() {
    return Unwell.outcome(throttlex, clock, "answers");
  }

  @Test
  void answers_tellHowTheApplicationIs() throws Exception {
    Map<String, Outcome> expected = new LinkedHashMap<>();
    expected.put("/moving/ok", Outcome.SUCCESS);
    expected.put("/moving/nowhere", Outcome.SUCCESS);
    expected.put("/moving/conflict", Outcome.SUCCESS);
    expected.put("/moving/fail", Outcome.FAILURE);
    expected.put("/moving/timeout", Outcome.DROPPED);
    expected.put("/moving/full", Outcome.DROPPED);
    Map<String, Outcome> seen = new LinkedHashMap<>();
    for (String path : expected.keySet()) {
      app.get(path, "X-Source", "answers");
      seen.put(path, outcome());
    }
    assertThat(seen).isEqualTo(expected);
    clientThatGoesAway_wasDroppedIfItGotNothing();
  }

  private static void clientThatGoesAway_wasDroppedIfItGotNothing() throws Exception {
    try (Socket client = send("/moving/hang")) {
      assertThat(HANGING.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(client.isConnected()).isTrue();
    }
    assertThat(outcome()).isEqualTo(Outcome.DROPPED);
    try (Socket client = send("/moving/stream")) {
      assertThat(client.getInputStream().read()).isEqualTo('H');
    }
    assertThat(outcome()).isEqualTo(Outcome.SUCCESS);
  }

  private static Socket send(String path) throws Exception {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), app.uri("/").getPort());
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Source: answers\r\n\r\n";
    client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    client.getOutputStream().flush();
    return client;
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
