package com.throttlex.spring.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.throttlex.spring.App;
import com.throttlex.spring.App.Part;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.InvalidThrottleXException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** A gateway in front of a real service. */
class GatewayTest {
  private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";
  private static final AtomicInteger SERVED = new AtomicInteger();

  private static HttpServer service;
  private static App app;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Gate {
    @Bean
    KeyResolver who() {
      return exchange -> Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst("Who"));
    }
  }

  @BeforeAll
  static void start() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/",
        exchange -> {
          SERVED.incrementAndGet();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    service.start();
    List<String> properties = new ArrayList<>(rules());
    properties.addAll(route(0, "orders", "name=RequestRateLimiter"));
    properties.addAll(
        route(
            1,
            "named",
            "name=RequestRateLimiter",
            "args[rate-limiter]=#{@throttlexRateLimiter}",
            "args[throttlex.rule]=gold"));
    properties.addAll(
        route(
            2,
            "written",
            "name=RequestRateLimiter",
            "args[throttlex.limits]=4/1h",
            "args[throttlex.algorithm]=fixed-window",
            "args[key-resolver]=#{@who}"));
    properties.addAll(
        route(3, "together", "name=RequestRateLimiter", "args[throttlex.rule]=everybody"));
    properties.addAll(route(4, "free", "name=PreserveHostHeader"));
    properties.addAll(route(5, "shedding", "name=RequestRateLimiter"));
    app = gateway(properties);
  }

  private static List<String> rules() {
    return List.of(
        // needs a gRPC transport that is not in this class path, which has another
        "spring.cloud.gateway.server.webflux.filter.json-to-grpc.enabled=false",
        "throttlex.rules.orders.key[0]=user",
        "throttlex.rules.orders.limits=3/1h",
        "throttlex.rules.gold.key[0]=ip",
        "throttlex.rules.gold.match.endpoint=/elsewhere",
        "throttlex.rules.gold.limits=2/1h",
        "throttlex.rules.everybody.key[0]=global",
        "throttlex.rules.everybody.limits=1/1h",
        "throttlex.rules.shedding.key[0]=global",
        "throttlex.rules.shedding.limits=1/1h",
        "throttlex.rules.shedding.on-exceed=shed");
  }

  private static List<String> route(int number, String id, String... filter) {
    String route = ROUTES + "[" + number + "].";
    List<String> properties = new ArrayList<>();
    properties.add(route + "id=" + id);
    properties.add(route + "uri=http://127.0.0.1:" + service.getAddress().getPort());
    properties.add(route + "predicates[0]=Path=/" + id + "/**");
    Arrays.stream(filter).forEach(line -> properties.add(route + "filters[0]." + line));
    return properties;
  }

  private static App gateway(List<String> properties) {
    return App.start(
        WebApplicationType.REACTIVE,
        Gate.class,
        Set.of(Part.GATEWAY),
        properties.toArray(new String[0]));
  }

  @AfterAll
  static void stop() {
    if (app != null) {
      app.close();
    }
    service.stop(0);
  }

  @Test
  void route_withoutArguments_isHeldAgainstTheRuleOfItsName() {
    int before = SERVED.get();
    assertThat(app.count(204, 20, "/orders/1", "Who", "ann")).isEqualTo(3);
    assertThat(SERVED.get() - before).isEqualTo(3);
    HttpResponse<String> denied = app.get("/orders/1", "Who", "ann");
    assertThat(denied.statusCode()).isEqualTo(429);
    assertThat(denied.headers().allValues("X-RateLimit-Limit")).containsExactly("3");
    assertThat(denied.headers().allValues("X-RateLimit-Remaining")).containsExactly("0");
    assertThat(denied.headers().allValues("RateLimit-Policy").toString()).contains("orders");
    assertThat(denied.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
    HttpResponse<String> other = app.get("/orders/1", "Who", "bob");
    assertThat(other.statusCode()).isEqualTo(204);
    assertThat(other.headers().allValues("X-RateLimit-Remaining")).containsExactly("2");
  }

  @Test
  void route_thatNamesARule_isHeldAgainstItWhateverItMatches() {
    assertThat(app.count(204, 10, "/named/1", "Who", "192.0.2.1")).isEqualTo(2);
    assertThat(app.get("/named/1", "Who", "192.0.2.2").statusCode()).isEqualTo(204);
    assertThat(app.get("/named/1", "Who", "no address").statusCode()).isEqualTo(400);
  }

  @Test
  void route_withLimitsOfItsOwn_isHeldAgainstThem() {
    assertThat(app.count(204, 20, "/written/1", "Who", "ann")).isEqualTo(4);
    assertThat(app.get("/written/1", "Who", "bob").statusCode()).isEqualTo(204);
  }

  @Test
  void route_whoseRuleCountsByNothing_isOneForAll() {
    assertThat(app.get("/together/1", "Who", "ann").statusCode()).isEqualTo(204);
    assertThat(app.get("/together/1", "Who", "bob").statusCode()).isEqualTo(429);
  }

  @Test
  void route_whoseRuleSheds_answers503() {
    assertThat(app.get("/shedding/1", "Who", "ann").statusCode()).isEqualTo(204);
    HttpResponse<String> shed = app.get("/shedding/1", "Who", "ann");
    assertThat(shed.statusCode()).isEqualTo(503);
    assertThat(shed.headers().allValues("X-RateLimit-Limit")).containsExactly("1");
    assertThat(shed.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
    assertThat(shed.body()).contains("temporary-reduced-capacity");
  }

  @Test
  void route_withoutTheFilter_isUnderNoRuleOfAnother() {
    HttpResponse<String> answer = app.get("/free/1", "Who", "ann");
    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.headers().allValues("X-RateLimit-Limit")).containsExactly("100");
    assertThat(app.bean(Enforcement.class).enforcers()).contains("gateway routes");
  }

  @Test
  void route_thatNamesNoRule_stopsTheStart() {
    List<String> properties = new ArrayList<>(rules());
    properties.addAll(route(0, "shop", "name=RequestRateLimiter", "args[throttlex.rule]=golt"));
    assertThatThrownBy(() -> gateway(properties).close())
        .isInstanceOf(InvalidThrottleXException.class)
        .hasMessageStartingWith("route shop: rule: \"golt\" (expected: one of ")
        .hasMessageEndingWith("did you mean gold?)");
  }
}
