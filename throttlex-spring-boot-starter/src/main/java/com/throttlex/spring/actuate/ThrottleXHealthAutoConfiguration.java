package com.throttlex.spring.actuate;

import com.throttlex.ThrottleX;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import com.throttlex.spring.refresh.RuleRefresh;
import com.throttlex.spring.store.CounterStatus;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Adds the health indicator {@code throttlex}. */
@AutoConfiguration(after = ThrottleXAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("throttlex")
@ConditionalOnBean(ThrottleX.class)
public final class ThrottleXHealthAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean(name = "throttlexHealthIndicator")
  HealthIndicator throttlexHealthIndicator(
      ThrottleX throttlex,
      ObjectProvider<CounterStatus> counters,
      ObjectProvider<RuleRefresh> refresh) {
    return new ThrottleXHealthIndicator(
        new Conditions(counters, refresh), throttlex.adaptive()::status);
  }
}
