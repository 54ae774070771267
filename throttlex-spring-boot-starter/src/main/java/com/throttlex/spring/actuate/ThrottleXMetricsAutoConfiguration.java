package com.throttlex.spring.actuate;

import com.throttlex.ThrottleX;
import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.micrometer.AdaptiveMetrics;
import com.throttlex.micrometer.DecisionMetrics;
import com.throttlex.micrometer.ShedMetrics;
import com.throttlex.rule.Adaptive;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Registers meters of decisions and adaptive limits in the application's registry. */
@AutoConfiguration(
    after = ThrottleXAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ThrottleX.class, MeterRegistry.class})
public final class ThrottleXMetricsAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  DecisionMetrics throttlexDecisionMetrics(MeterRegistry registry) {
    return new DecisionMetrics(registry);
  }

  @Bean
  @ConditionalOnMissingBean
  ShedMetrics throttlexShedMetrics(MeterRegistry registry) {
    return new ShedMetrics(registry);
  }

  @Bean
  @ConditionalOnBean(AdaptiveLimits.class)
  AdaptiveMeters throttlexAdaptiveMeters(MeterRegistry registry, AdaptiveLimits limits) {
    return new AdaptiveMeters(new AdaptiveMetrics(registry, limits, Adaptive.SYSTEM));
  }
}
