package com.throttlex.spring.actuate;

import com.throttlex.spring.store.CounterStatus;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.scheduler.Schedulers;

/** An application whose store can be made to look broken. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
class Shop {
  static final String[] SETTINGS = {
    "spring.application.name=shop",
    "management.endpoints.web.exposure.include=*",
    "management.endpoint.health.show-details=always",
    "throttlex.default-rule=none",
    "throttlex.tiers[0]=free",
    "throttlex.tiers[1]=pro",
    "throttlex.priorities[0].match.api-keys[0]=k-secret-3",
    "throttlex.priorities[0].class=high",
    "throttlex.adaptive.growth=1.5",
    "throttlex.rules.hello.limits.free=3/1h",
    "throttlex.rules.hello.limits.pro=30/1h",
    "throttlex.rules.hello.match.endpoint=/hello",
    "throttlex.rules.hello.key[0]=api-key",
    "throttlex.rules.paths.limits=1000/1h",
    "throttlex.rules.paths.match.endpoint=/hello/**",
    "throttlex.rules.paths.key[0]=endpoint",
    "throttlex.rules.regions.limits=7/1h",
    "throttlex.rules.regions.match.attributes.kind=test",
    "throttlex.rules.regions.key[0]=attribute:region",
    "throttlex.rules.partners.limits=9/1h",
    "throttlex.rules.partners.match.api-keys[0]=k-secret-1",
    "throttlex.rules.partners.match.api-keys[1]=k-secret-2",
    "throttlex.rules.partners.key[0]=api-key"
  };

  /** The state of a store that a test can break. */
  static final class Counters implements CounterStatus {
    final AtomicReference<String> problem = new AtomicReference<>("");
    final AtomicBoolean askedWhereBlockingIsForbidden = new AtomicBoolean();

    @Override
    public String kind() {
      if (Schedulers.isInNonBlockingThread()) {
        askedWhereBlockingIsForbidden.set(true);
      }
      return "redis";
    }

    @Override
    public String problem() {
      return problem.get();
    }

    @Override
    public Map<String, Object> details() {
      return Map.of("nodes", 2);
    }
  }

  @Bean
  Counters counters() {
    return new Counters();
  }

  @GetMapping({"/hello", "/hello/{name}"})
  String hello() {
    return "hello";
  }
}
