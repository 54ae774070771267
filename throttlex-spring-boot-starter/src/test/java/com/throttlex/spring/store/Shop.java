package com.throttlex.spring.store;

import com.throttlex.spring.App;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application that sells nothing, for tests of where it counts. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
class Shop {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @GetMapping("/hello")
  String hello() {
    return "hello";
  }

  static CounterStatus status(App app) {
    return app.bean(CounterStatus.class);
  }

  /** Waits until the counters are as they should be; bounded. */
  static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + PATIENCE + ": " + what);
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }
}
