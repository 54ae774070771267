package com.throttlex.spring.client;

import com.throttlex.TimeSource;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import reactor.core.scheduler.Schedulers;

/** Provides limits for outbound calls. */
@AutoConfiguration(after = ThrottleXAutoConfiguration.class)
@ConditionalOnBean(NamedRules.class)
@ConditionalOnClass(ClientHttpRequestInterceptor.class)
public final class ThrottleXClientAutoConfiguration {
  @Bean
  Outbound throttlexOutbound(NamedRules rules, TimeSource time, Enforcement enforcement) {
    return new Outbound(rules, time, enforcement);
  }

  @Bean
  OutboundLimits throttlexOutboundLimits(Outbound outbound) {
    return new OutboundLimits(outbound);
  }

  /** For {@code WebClient}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ExchangeFilterFunction.class)
  static final class Reactive {
    @Bean
    ReactiveOutboundLimits throttlexReactiveOutboundLimits(Outbound outbound) {
      return new ReactiveOutboundLimits(outbound, Schedulers.parallel());
    }
  }
}
