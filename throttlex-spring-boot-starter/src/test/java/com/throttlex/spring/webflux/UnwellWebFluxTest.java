package com.throttlex.spring.webflux;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.adaptive.Outcome;
import com.throttlex.spring.App;
import com.throttlex.spring.HealthScenario;
import com.throttlex.spring.method.RateLimited;
import com.throttlex.test.ManualClock;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class UnwellWebFluxTest extends HealthScenario {
  private static final CountDownLatch HANGING = new CountDownLatch(1);

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

  @Override
  protected App start() {
    return App.reactive(
        Shop.class,
        "management.endpoints.web.exposure.include=*",
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
  }

  @Test
  void client_thatGoesAway_wasDroppedIfItGotNothing() throws Exception {
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

  private Socket send(String path) throws Exception {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), app.uri("/").getPort());
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Source: answers\r\n\r\n";
    client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    client.getOutputStream().flush();
    return client;
  }
}
