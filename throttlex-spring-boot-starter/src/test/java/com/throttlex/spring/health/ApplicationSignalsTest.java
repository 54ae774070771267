package com.throttlex.spring.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Signal;
import com.throttlex.adaptive.SourceReport;
import com.throttlex.request.RequestContext;
import com.throttlex.spring.App;
import com.throttlex.test.ManualClock;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The connection pools and circuit breakers of an application move its adaptive limits. */
class ApplicationSignalsTest {
  private static App app;
  private static ManualClock clock;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    @Bean
    HikariDataSource orders() {
      HikariConfig pool = new HikariConfig();
      pool.setJdbcUrl("jdbc:sqlite::memory:");
      pool.setPoolName("orders-db");
      pool.setMaximumPoolSize(4);
      return new HikariDataSource(pool);
    }

    @Bean
    CircuitBreakerRegistry breakers() {
      CircuitBreakerRegistry registry = CircuitBreakerRegistry.ofDefaults();
      registry.circuitBreaker("stock");
      return registry;
    }

    @Bean
    ManualClock clock() {
      return new ManualClock();
    }
  }

  @BeforeAll
  static void start() {
    app =
        App.plain(
            Shop.class,
            "spring.application.name=shop",
            "throttlex.store=memory",
            "throttlex.rules.stock.limits=100/1s",
            "throttlex.rules.stock.key[0]=global",
            "throttlex.rules.stock.adaptive.min=10",
            "throttlex.rules.stock.adaptive.max=200",
            "throttlex.rules.stock.adaptive.health=stock",
            "throttlex.rules.pool.limits=100/1s",
            "throttlex.rules.pool.key[0]=global",
            "throttlex.rules.pool.adaptive.min=10",
            "throttlex.rules.pool.adaptive.max=200",
            "throttlex.rules.pool.adaptive.health=orders-db");
    clock = app.bean(ManualClock.class);
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  private static void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      clock.advance(Duration.ofSeconds(1));
      app.bean(ThrottleX.class).check(RequestContext.ofUser("u"));
    }
  }

  private static Map<Signal, Double> values(String source) {
    SourceReport report = app.bean(ThrottleX.class).adaptive().status().sources().get(source);
    return report == null ? Map.of() : report.values();
  }

  private static long limit(String rule) {
    return app.bean(ThrottleX.class).adaptive().status().rules().stream()
        .filter(limit -> limit.rule().equals(rule))
        .findFirst()
        .orElseThrow()
        .limit();
  }

  @Test
  void pool_thatIsUsedUp_isASignalAndLowersTheLimit() throws Exception {
    HikariDataSource orders = app.bean(HikariDataSource.class);
    try (Connection one = orders.getConnection();
        Connection two = orders.getConnection();
        Connection three = orders.getConnection();
        Connection four = orders.getConnection()) {
      assertThat(one).isNotSameAs(two).isNotSameAs(three).isNotSameAs(four);
      pass(20);
      assertThat(values("orders-db")).containsEntry(Signal.CONNECTION_POOL, 1.0);
      assertThat(values("system")).containsEntry(Signal.CONNECTION_POOL, 1.0);
      assertThat(values("shop")).containsEntry(Signal.CONNECTION_POOL, 1.0);
      assertThat(limit("pool")).isEqualTo(10);
    }
    pass(1);
    assertThat(values("orders-db")).containsEntry(Signal.CONNECTION_POOL, 0.0);
  }

  @Test
  void circuitBreaker_thatTrips_cutsTheLimitThatFollowsIt() {
    CircuitBreakerRegistry breakers = app.bean(CircuitBreakerRegistry.class);
    pass(2);
    assertThat(values("stock")).containsEntry(Signal.CIRCUIT_BREAKER, 0.0);
    assertThat(limit("stock")).isGreaterThanOrEqualTo(100);
    breakers.circuitBreaker("stock").transitionToOpenState();
    breakers.circuitBreaker("added-later");
    pass(3);
    assertThat(values("stock")).containsEntry(Signal.CIRCUIT_BREAKER, 1.0);
    assertThat(values("added-later")).containsEntry(Signal.CIRCUIT_BREAKER, 0.0);
    assertThat(values("system")).as("one of two").containsEntry(Signal.CIRCUIT_BREAKER, 0.5);
    assertThat(limit("stock")).isLessThanOrEqualTo(60);
    pass(10);
    assertThat(limit("stock")).isEqualTo(10);
    breakers.circuitBreaker("stock").transitionToClosedState();
    pass(60);
    assertThat(values("stock")).containsEntry(Signal.CIRCUIT_BREAKER, 0.0);
    assertThat(limit("stock")).isGreaterThan(50);
  }
}
