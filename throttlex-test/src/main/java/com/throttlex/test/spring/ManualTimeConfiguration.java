package com.throttlex.test.spring;

import com.throttlex.test.ManualClock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Provides the clock as the application's time source. */
@Configuration(proxyBeanMethods = false)
class ManualTimeConfiguration {
  /** Takes precedence over a time source of the application. */
  @Bean
  @Primary
  ManualClock throttlexManualClock() {
    return new ManualClock();
  }
}
