package com.throttlex.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.spring.App;
import com.throttlex.spring.InvalidThrottleXException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class WrongAnnotationsTest {
  static class Orders {
    @RateLimited(rule = "ech", key = "#user")
    public void unknownRule(String user) {}

    @RateLimited(rule = "each", key = "#user.")
    public void noExpression(String user) {}

    @RateLimited(rule = "each", key = "#usr")
    public void unknownArgument(String user) {}

    @RateLimited(rule = "each", key = "#user", cost = "2 +")
    public void wrongCost(String user) {}

    @RateLimited(rule = "each", key = "#user", cost = "-1")
    public void negativeCost(String user) {}

    @RateLimited(rule = "each")
    public void noKey(String user) {}

    @RateLimited(rule = "all", key = "#user")
    public void needlessKey(String user) {}

    @RateLimited(rule = "each", key = "#user")
    public final void finalMethod(String user) {}

    @RateLimited("all")
    private void privateMethod() {}

    void calls() {
      privateMethod();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    @Bean
    Orders orders() {
      return new Orders();
    }
  }

  @Test
  void application_withWrongAnnotations_doesNotStartAndSaysWhatIsWrong() {
    Throwable failure =
        Assertions.catchThrowable(
            () ->
                App.plain(
                        Shop.class,
                        "throttlex.rules.each.limits=2/1h",
                        "throttlex.rules.each.key[0]=user",
                        "throttlex.rules.all.limits=2/1h",
                        "throttlex.rules.all.key[0]=global")
                    .close());
    while (failure != null && !(failure instanceof InvalidThrottleXException)) {
      failure = failure.getCause();
    }
    String type = Orders.class.getName();
    assertThat(failure)
        .isNotNull()
        .hasMessageContaining(type + ".unknownRule: @RateLimited rule: \"ech\" (expected: ")
        .hasMessageContaining("each")
        .hasMessageContaining(type + ".noExpression: @RateLimited key: \"#user.\" (expected: an")
        .hasMessageContaining(
            type
                + ".unknownArgument: @RateLimited key: \"#usr\" (expected: an expression; #usr is"
                + " unknown (expected: #user or #root))")
        .hasMessageContaining(type + ".wrongCost: @RateLimited cost: \"2 +\" (expected: an")
        .hasMessageContaining(
            type
                + ".noKey: @RateLimited key: none (expected: a value of user, as rule each counts)")
        .hasMessageContaining(
            type + ".needlessKey: @RateLimited key: present (expected: none, as rule all counts)")
        .hasMessageContaining(type + ".negativeCost: @RateLimited cost: -1 (expected: a whole")
        .hasMessageContaining(type + ".finalMethod: @RateLimited on a private,")
        .hasMessageContaining(type + ".privateMethod: @RateLimited on a private,");
  }
}
