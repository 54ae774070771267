package com.throttlex.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.spring.App;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.RateLimitedException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Interfaces that are implemented at run time, like repositories and HTTP clients. */
class ProxiedInterfaceTest {
  interface Store {
    @RateLimited(rule = "finds", key = "#a0")
    String find(String user);
  }

  /** A class whose only annotated method is a default method of its interface. */
  interface Greeter {
    @RateLimited(rule = "greets")
    default String greet() {
      return "hello";
    }
  }

  static class PlainGreeter implements Greeter {}

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    @Bean
    Store store() {
      return (Store)
          Proxy.newProxyInstance(
              Store.class.getClassLoader(),
              new Class<?>[] {Store.class},
              (proxy, method, arguments) -> method.getName().equals("find") ? "found" : null);
    }

    @Bean
    PlainGreeter greeter() {
      return new PlainGreeter();
    }
  }

  private static App start(String finds, String greets) {
    return App.plain(
        Shop.class,
        "throttlex.rules." + finds + ".limits=1/1h",
        "throttlex.rules." + finds + ".key=user",
        "throttlex.rules." + greets + ".limits=1/1h",
        "throttlex.rules." + greets + ".key=global");
  }

  @Test
  void methods_thatOnlyAnInterfaceDeclares_areLimited() {
    try (App app = start("finds", "greets")) {
      Store store = app.bean(Store.class);
      assertThat(store.find("ann")).isEqualTo("found");
      assertThatThrownBy(() -> store.find("ann")).isInstanceOf(RateLimitedException.class);
      Greeter greeter = app.bean(PlainGreeter.class);
      assertThat(greeter.greet()).isEqualTo("hello");
      assertThatThrownBy(greeter::greet).isInstanceOf(RateLimitedException.class);
      assertThat(app.bean(Enforcement.class).enforcers()).contains("@RateLimited methods");
    }
  }

  @Test
  void rule_thatOnlyAnInterfaceNames_stopsTheStartWhenItIsMissing() {
    assertThatThrownBy(() -> start("finds", "other").close())
        .hasStackTraceContaining("PlainGreeter.greet: @RateLimited rule: \"greets\" (expected: ");
    assertThatThrownBy(() -> start("other", "greets").close())
        .hasStackTraceContaining(".find: @RateLimited rule: \"finds\" (expected: ");
  }
}
