package com.throttlex.spring.refresh;

import com.throttlex.ThrottleX;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.RuleSource;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures reloading of rules, unless the application has a rule book of its own. */
@AutoConfiguration(after = ThrottleXAutoConfiguration.class)
@ConditionalOnBean(value = ThrottleX.class, name = "throttlexRules")
public final class ThrottleXRefreshAutoConfiguration {
  @Bean
  RuleRefresh throttlexRuleRefresh(RuleSource source, ThrottleX throttlex, NamedRules named) {
    return new RuleRefresh(source, throttlex, named);
  }

  /** Loaded only if Spring Cloud is present. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(EnvironmentChangeEvent.class)
  static class SpringCloud {
    @Bean
    EnvironmentChangeListener throttlexEnvironmentChangeListener(RuleRefresh refresh) {
      return new EnvironmentChangeListener(refresh);
    }
  }
}
