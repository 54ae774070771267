package com.throttlex.spring.webflux;

import com.throttlex.TimeSource;
import com.throttlex.admission.Admissions;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.Principals;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/**
 * Adds the filter to a reactive application.
 *
 * <p>With Spring Security there are two filters: one just before its filters, for the rules that
 * need no user, and one just after them. Without it, there is one filter at the second position.
 */
@AutoConfiguration(
    after = ThrottleXAutoConfiguration.class,
    afterName =
        "org.springframework.boot.security.autoconfigure.web.reactive"
            + ".ReactiveWebSecurityAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass({WebFilter.class, Mono.class})
@ConditionalOnBean(Admissions.class)
@ConditionalOnBooleanProperty(name = "throttlex.filter.enabled", matchIfMissing = true)
public final class ThrottleXWebFluxAutoConfiguration {
  private static final String SECURITY =
      "org.springframework.security.config.annotation.web.reactive.WebFluxSecurityConfiguration"
          + ".WebFilterChainFilter";

  /** The position of Spring Security's filters. */
  private static final int SECURITY_ORDER = -100;

  @Bean
  @ConditionalOnMissingBean
  WebFilterSettings throttlexWebFilterSettings(
      Admissions admissions,
      RequestReader reader,
      Principals principals,
      ObjectProvider<ExchangeDescriber> describers,
      RateLimitHeaders headers,
      TimeSource time) {
    ExchangeDescriber all =
        describers.orderedStream().reduce((exchange, to) -> {}, ExchangeDescriber::and);
    return new WebFilterSettings(admissions, reader, principals, all, headers, time);
  }

  /** Decides the second phase, or all rules. */
  @Bean
  ThrottleXWebFilter throttlexWebFilter(WebFilterSettings settings, Enforcement enforcement) {
    enforcement.ofRequests("a reactive filter");
    return ThrottleXWebFilter.of(settings, SECURITY_ORDER + 1);
  }

  /** Decides the first phase; a ThrottleX service is called once, when the user is known. */
  @Bean
  @ConditionalOnBean(name = SECURITY)
  ThrottleXWebFilter throttlexAddressWebFilter(WebFilterSettings settings) {
    return ThrottleXWebFilter.beforeAuthentication(settings, SECURITY_ORDER - 1);
  }
}
