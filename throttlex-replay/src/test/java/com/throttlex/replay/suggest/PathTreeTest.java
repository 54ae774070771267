package com.throttlex.replay.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PathTreeTest {
  private final PathTree paths = new PathTree(500);

  private void add(String method, String path, int times) {
    RequestContext request = RequestContext.builder().method(method).endpoint(path).build();
    IntStream.range(0, times).forEach(i -> paths.add(request));
  }

  private List<String> patterns() {
    return paths.endpoints(50).stream().map(SuggestedEndpoint::pattern).toList();
  }

  @Test
  void segments_thatAreValues_becomeVariables() {
    for (String value :
        List.of(
            "17",
            "2026-11-16",
            "5f0c9a6e-3b1d-4c55-9a0e-0123456789ab",
            "d41d8cd98f00b204e9800998ecf8427e",
            "01arz3ndektsv4rrffq69g5fav",
            "order-100025",
            "anna@example.com",
            "caf%C3%A9")) {
      add("GET", "/orders/" + value + "/items", 1);
    }
    assertThat(patterns()).containsExactly("/orders/{id}/items");
  }

  @Test
  void segments_thatAreNames_stay() {
    List<String> names =
        List.of("/api/v1/orders", "/api/v2/orders", "/oauth2/token", "/robots.txt", "/a/b/c/d/e");
    names.forEach(name -> add("GET", name, 1));
    assertThat(patterns()).containsExactlyInAnyOrderElementsOf(names);
  }

  @Test
  void names_ifManyAndRare_becomeAVariable() {
    for (int i = 0; i < 40; i++) {
      add("GET", "/shop/" + (char) ('a' + i % 26) + "-thing" + (i / 26 == 0 ? "" : "s"), 1);
    }
    add("GET", "/shop/cart", 50);
    assertThat(patterns()).containsExactly("/shop/cart", "/shop/{id}");
  }

  @Test
  void readsAndWrites_ifBothFrequent_areTwoEndpoints() {
    add("GET", "/orders", 200);
    add("POST", "/orders", 50);
    add("DELETE", "/orders", 50);
    assertThat(paths.endpoints(50))
        .extracting(of -> of.idText() + of.methods())
        .containsExactly("orders-read[GET]", "orders-write[DELETE, POST]");
  }

  @Test
  void ids_ofAnyEndpoint_areValid() {
    for (String path : List.of("/", "/.well-known/acme", "/_", "/-/~", "/a~b/" + "c".repeat(300))) {
      add("GET", path, 1);
    }
    assertThat(paths.endpoints(50)).hasSize(5).allMatch(of -> Rule.isId(of.idText() + "-per-ip"));
  }

  @Test
  void paths_deeperThanTheTree_endInAnyNumberOfSegments() {
    add("GET", "/a/b/c/d/e/f/g/h/i/j", 1);
    assertThat(patterns()).containsExactly("/a/b/c/d/e/f/g/h/**");
  }

  @Test
  void nodes_ofAnyTraffic_areBounded() {
    for (int i = 0; i < 100_000; i++) {
      String name = Integer.toString(i, 26).replaceAll("[0-9]", "z");
      add("GET", "/" + name.charAt(0) + "/" + name + "/" + name + name, 1);
    }
    assertThat(paths.size()).isLessThanOrEqualTo(500);
    assertThat(paths.endpoints(10_000).stream().mapToLong(SuggestedEndpoint::requests).sum())
        .isEqualTo(100_000);
  }
}
