package com.throttlex.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.EndpointPattern;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProxyRouteTest {
  private static ProxyRoute route(String id, Set<String> hosts, String path) {
    return new ProxyRoute(
        id,
        hosts,
        path == null ? null : EndpointPattern.parse(path),
        List.of(URI.create("http://a")),
        null,
        Duration.ofSeconds(1),
        1);
  }

  @Test
  void route_thatMatchesFirst_isUsed() {
    ProxySettings settings =
        new ProxySettings(
            0,
            List.of(
                route("both", Set.of("api.example.com"), "/orders/**"),
                route("below", Set.of("*.example.com"), null),
                route("path", Set.of(), "/orders/{id}"),
                route("rest", Set.of(), null)),
            0,
            0);

    assertThat(settings.route("api.example.com", "/orders/1/x").id()).isEqualTo("both");
    assertThat(settings.route("api.example.com", "/other").id()).isEqualTo("below");
    assertThat(settings.route("a.b.example.com", "/orders/1").id()).isEqualTo("below");
    assertThat(settings.route("example.com", "/orders/1").id()).isEqualTo("path");
    assertThat(settings.route(null, "/").id()).isEqualTo("rest");
  }

  @Test
  void request_thatNoRouteMatches_hasNone() {
    ProxySettings settings = new ProxySettings(0, List.of(route("a", Set.of("a"), "/a")), 0, 0);

    assertThat(settings.route("b", "/a")).isNull();
    assertThat(settings.route("a", "/b")).isNull();
    assertThat(settings.route(null, "/a")).isNull();
  }
}
