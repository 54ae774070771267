package com.throttlex.spring.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.spring.App;
import com.throttlex.spring.method.RateLimited;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@ExtendWith(OutputCaptureExtension.class)
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
  void application_withAContextPath_hasRulesForThePathsOfItsOwnMappings() {
    try (App app =
        App.servlet(
            Shop.class,
            "server.servlet.context-path=/shop",
            "throttlex.rules.hello.limits=1/1h",
            "throttlex.rules.hello.match.endpoint=/hello",
            "throttlex.rules.hello.match.methods=GET")) {
      assertThat(app.get("/shop/hello").statusCode()).isEqualTo(200);
      assertThat(app.get("/shop/hello").statusCode()).isEqualTo(429);
      assertThat(app.get("/%73hop/hello;a=b").statusCode()).isEqualTo(429);
    }
  }

  static class Seller {
    @RateLimited(rule = "sales")
    public void sell() {}
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class SellingShop {
    @Bean
    Seller seller() {
      return new Seller();
    }
  }

  @Test
  void application_withoutTheFilter_isWarnedOfTheRulesThatNothingElseEnforces(
      CapturedOutput output) {
    App.servlet(
            SellingShop.class,
            "throttlex.filter.enabled=false",
            "throttlex.rules.sales.limits=1/1h",
            "throttlex.rules.sales.key=global",
            "throttlex.rules.hello.limits=1/1h")
        .close();
    assertThat(output).contains("RULES THAT NOTHING ENFORCES: hello:").doesNotContain("ABOVE ARE");
    App.servlet(Shop.class, "throttlex.filter.enabled=false", "throttlex.rules.hello.limits=1/1h")
        .close();
    assertThat(output).contains("THE RULES ABOVE ARE NOT ENFORCED");
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
