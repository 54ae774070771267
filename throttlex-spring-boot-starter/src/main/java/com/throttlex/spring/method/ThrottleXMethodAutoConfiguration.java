package com.throttlex.spring.method;

import com.throttlex.http.RateLimitHeaders;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.servlet.HandlerExceptionResolver;
import reactor.core.publisher.Mono;

/** Limits the calls of methods that have {@link RateLimited}. */
@AutoConfiguration(after = ThrottleXAutoConfiguration.class)
@ConditionalOnBean(NamedRules.class)
public final class ThrottleXMethodAutoConfiguration {
  @Bean
  static RateLimitedPostProcessor throttlexMethods(Environment environment) {
    return new RateLimitedPostProcessor(
        environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
  }

  /** Answers denials in servlet applications. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnClass(HandlerExceptionResolver.class)
  static final class Mvc {
    @Bean
    MvcDenials throttlexDenials(RateLimitHeaders headers) {
      return new MvcDenials(new DenialAnswer(headers));
    }
  }

  /** Answers denials in reactive applications. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  @ConditionalOnClass({WebExceptionHandler.class, Mono.class})
  static final class WebFlux {
    @Bean
    WebFluxDenials throttlexDenials(RateLimitHeaders headers) {
      return new WebFluxDenials(new DenialAnswer(headers));
    }
  }
}
