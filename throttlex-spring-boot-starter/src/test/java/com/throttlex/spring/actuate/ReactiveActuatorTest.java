package com.throttlex.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.spring.App;
import org.junit.jupiter.api.Test;

class ReactiveActuatorTest {
  @Test
  void endpoint_ofAReactiveApplication_answersOnThreadsThatMayBlock() throws Exception {
    try (App app = App.reactive(Shop.class, Shop.SETTINGS)) {
      Endpoint endpoint = new Endpoint(app);
      String key = "/hello%7Capi-key=ann";
      app.bean(ThrottleX.class)
          .check(RequestContext.builder().endpoint("/hello").apiKey("ann").build());

      assertThat(endpoint.get("").body()).containsEntry("mode", "embedded");
      assertThat(endpoint.get(key).body())
          .contains(
              entry("key", "hello|api-key=sha256:49915e0d7d4b402e3017d010bc1c0e83"),
              entry("rule", "hello"));
      assertThat(endpoint.get("/paths%7Cendpoint=/hello/you").status()).isEqualTo(404);
      assertThat(
              endpoint.explain("{\"apiKey\": \"ann\", \"endpoint\": \"/hello\"}").map("decision"))
          .extracting("remaining")
          .isEqualTo(2);
      assertThat(endpoint.explain("{\"usr\": \"ann\"}").problems()).contains("usr: unknown member");
      assertThat(endpoint.delete(key).body()).containsEntry("reset", true);
      assertThat(endpoint.get("?key=hello%7Capi-key%3Dann").status()).isEqualTo(404);
      assertThat(endpoint.call("GET", "/actuator/health", "").body()).containsEntry("status", "UP");
      assertThat(app.bean(Shop.Counters.class).askedWhereBlockingIsForbidden).isFalse();
    }
  }
}
