package com.throttlex.test.spring;

import com.throttlex.test.ManualClock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Puts the clock where the application's time source is looked for. */
@Configuration(proxyBeanMethods = false)
class ManualTimeConfiguration {
  /** Comes before a time source that the application may have itself. */
  @Bean
  @Primary
  ManualClock throttlexManualClock() {
    return new ManualClock();
  }
}
