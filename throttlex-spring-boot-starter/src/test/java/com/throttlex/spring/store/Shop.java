package com.throttlex.spring.store;

import com.throttlex.spring.App;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An empty application, for tests of its store. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
class Shop {
  @GetMapping("/hello")
  String hello() {
    return "hello";
  }

  static CounterStatus status(App app) {
    return app.bean(CounterStatus.class);
  }
}
