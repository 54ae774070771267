package com.throttlex.spring.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.servlet.RequestDescriber;
import com.throttlex.spring.App;
import com.throttlex.spring.WebScenario;
import com.throttlex.spring.method.RateLimited;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@ExtendWith(OutputCaptureExtension.class)
class MvcTest extends WebScenario {
  MvcTest() {
    super(WebApplicationType.SERVLET, Shop.class);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @Bean
    RequestDescriber region() {
      return (request, to) -> to.attribute("region", request.getHeader("Region"));
    }

    @GetMapping({"/hello", "/exact", "/region"})
    String hello() {
      return "hello";
    }

    @GetMapping("/fail")
    String fail() {
      throw new IllegalStateException("a failure that the test wants");
    }
  }

  @Test
  void application_withNothingConfigured_isUnderTheDefaultRule() {
    try (App shop = App.servlet(Shop.class)) {
      HttpResponse<String> answer = shop.get("/hello");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(header(answer, "X-RateLimit-Limit")).isEqualTo("100");
    }
  }

  @Test
  void application_withAContextPath_hasRulesForThePathsOfItsOwnMappings() {
    try (App shop =
        App.servlet(
            Shop.class,
            "server.servlet.context-path=/shop",
            "throttlex.rules.hello.limits=1/1h",
            "throttlex.rules.hello.match.endpoint=/hello",
            "throttlex.rules.hello.match.methods=GET")) {
      assertThat(shop.get("/shop/hello").statusCode()).isEqualTo(200);
      assertThat(shop.get("/shop/hello").statusCode()).isEqualTo(429);
      assertThat(shop.get("/%73hop/hello;a=b").statusCode()).isEqualTo(429);
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
}
