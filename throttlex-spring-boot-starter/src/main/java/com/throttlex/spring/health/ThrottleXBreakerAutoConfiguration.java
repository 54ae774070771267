package com.throttlex.spring.health;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Makes the application's circuit breakers health signals. */
@AutoConfiguration(after = ThrottleXAutoConfiguration.class)
@ConditionalOnClass(CircuitBreakerRegistry.class)
@ConditionalOnBean(AdaptiveLimits.class)
public final class ThrottleXBreakerAutoConfiguration {
  @Bean
  SmartInitializingSingleton throttlexBreakerSignals(
      AdaptiveLimits limits,
      ObjectProvider<CircuitBreakerRegistry> registries,
      Environment environment) {
    return () ->
        new BreakerSignals(registries.stream().toList())
            .watch(limits, ThrottleXAutoConfiguration.ownSources(environment));
  }
}
