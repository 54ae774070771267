package com.throttlex.spring.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.spring.App;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

class MvcTest {
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @GetMapping("/hello")
    String hello() {
      return "hello";
    }
  }

  @Test
  void application_withNothingConfigured_isUnderTheDefaultRule() {
    try (App app = App.servlet(Shop.class)) {
      HttpResponse<String> answer = app.get("/hello");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("X-RateLimit-Limit")).contains("100");
    }
  }

  @Test
  void rules_inProperties_admitExactlyTheirLimit() {
    try (App app =
        App.servlet(
            Shop.class,
            "throttlex.rules.hello.limits=5/1h",
            "throttlex.rules.hello.match.endpoint=/hello",
            "throttlex.rules.hello.key[0]=ip")) {
      assertThat(app.count(200, 40, "/hello")).isEqualTo(5);
      HttpResponse<String> denied = app.get("/hello");
      assertThat(denied.statusCode()).isEqualTo(429);
      assertThat(denied.body()).contains("\"rule\":\"hello\"").contains("quota-exceeded");
    }
  }
}
