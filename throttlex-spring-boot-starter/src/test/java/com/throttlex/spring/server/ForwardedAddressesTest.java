package com.throttlex.spring.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.spring.App;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.tomcat.reactive.TomcatReactiveWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A client cannot choose its address by a header, with any server and any strategy. */
class ForwardedAddressesTest {
  private static final int REQUESTS = 200;
  private static final List<String> STRATEGIES =
      List.of(
          "server.forward-headers-strategy=native",
          "server.forward-headers-strategy=framework",
          "server.forward-headers-strategy=none",
          "spring.main.cloud-platform=kubernetes");

  /** The servers that applications run on. */
  enum Stack {
    MVC_ON_TOMCAT,
    WEBFLUX_ON_NETTY,
    WEBFLUX_ON_TOMCAT;

    /** Starts an application with properties that blanks separate. */
    App start(String properties) {
      String[] all =
          (properties
                  + " throttlex.default-rule=none"
                  + " throttlex.rules.hello.match.endpoint=/hello"
                  + " throttlex.rules.hello.limits=5/1h")
              .split(" ");
      return switch (this) {
        case MVC_ON_TOMCAT -> App.servlet(Shop.class, all);
        case WEBFLUX_ON_NETTY -> App.reactive(Shop.class, all);
        case WEBFLUX_ON_TOMCAT -> App.reactive(ShopOnTomcat.class, all);
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @GetMapping("/hello")
    String hello() {
      return "hello";
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Import(Shop.class)
  static class ShopOnTomcat {
    @Bean
    TomcatReactiveWebServerFactory tomcat() {
      return new TomcatReactiveWebServerFactory();
    }
  }

  static Stream<Arguments> waysToForward() {
    Stream<Arguments> strategies =
        Arrays.stream(Stack.values())
            .flatMap(stack -> STRATEGIES.stream().map(strategy -> Arguments.of(stack, strategy)));
    String valve = "server.tomcat.remoteip.remote-ip-header=X-Forwarded-For";
    String http2 = "server.forward-headers-strategy=native server.http2.enabled=true";
    return Stream.concat(
        strategies,
        Stream.of(
            Arguments.of(Stack.MVC_ON_TOMCAT, valve),
            Arguments.of(Stack.WEBFLUX_ON_TOMCAT, valve),
            Arguments.of(Stack.MVC_ON_TOMCAT, http2),
            Arguments.of(Stack.WEBFLUX_ON_NETTY, http2)));
  }

  private static String address(Random random) {
    return random.nextBoolean()
        ? "198.51." + random.nextInt(256) + "." + random.nextInt(256)
        : "10." + random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256);
  }

  /** Headers with addresses, each of which some server or proxy trusts. */
  private static String[] claims(Random random) {
    List<String> headers = new ArrayList<>();
    String list = address(random) + ", " + address(random);
    headers.addAll(List.of("X-Forwarded-For", random.nextBoolean() ? list : address(random)));
    if (random.nextBoolean()) {
      headers.addAll(List.of("Forwarded", "for=" + address(random)));
    }
    if (random.nextBoolean()) {
      headers.addAll(List.of("X-Forwarded-Proto", "https", "X-Forwarded-Host", "shop.example"));
    }
    return headers.toArray(String[]::new);
  }

  @ParameterizedTest
  @MethodSource("waysToForward")
  void untrustedPeer_whateverItClaims_hasOneCounter(Stack stack, String properties) {
    Random random = new Random(7);
    try (App app = stack.start(properties)) {
      long allowed =
          IntStream.range(0, REQUESTS)
              .filter(i -> app.get("/hello", claims(random)).statusCode() == 200)
              .count();
      assertThat(allowed).isEqualTo(5);
    }
  }

  static Stream<Arguments> waysToReplaceThePeer() {
    return waysToForward().filter(way -> !way.get()[1].toString().matches(".*(none|kubernetes)"));
  }

  /** Servers trust every private address; ThrottleX trusts only the configured proxies. */
  @ParameterizedTest
  @MethodSource("waysToReplaceThePeer")
  void trustedPeer_namesTheClient_andAddressesBeyondThatCountForNothing(
      Stack stack, String properties) {
    Random random = new Random(8);
    try (App app = stack.start(properties + " throttlex.identity.trusted-proxies=127.0.0.0/8")) {
      for (String client : List.of("10.1.2.3", "203.0.113.7")) {
        long allowed =
            IntStream.range(0, 50)
                .mapToObj(i -> address(random) + ", " + client)
                .filter(list -> app.get("/hello", "X-Forwarded-For", list).statusCode() == 200)
                .count();
        assertThat(allowed).as(client).isEqualTo(5);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void prefix_thatAClientClaims_hidesNoPath(Stack stack) {
    try (App app = stack.start("server.forward-headers-strategy=framework")) {
      long allowed =
          Stream.of("/a", "/a?", "/a#", "/?", "/#", "/a/..", "/a;b", "/%61", "a", "/a%3f", "/a/")
              .flatMap(prefix -> Stream.of(prefix, prefix))
              .filter(prefix -> app.get("/hello", "X-Forwarded-Prefix", prefix).statusCode() == 200)
              .count();
      assertThat(allowed).isLessThanOrEqualTo(5);
      assertThat(app.count(200, 10, "/hello")).isEqualTo(5 - allowed);
    }
  }
}
