package com.throttlex.spring.gateway;

import com.throttlex.http.RateLimitHeaders;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.cloud.gateway.config.GatewayAutoConfiguration;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.factory.RequestRateLimiterGatewayFilterFactory;
import org.springframework.cloud.gateway.support.ConfigurationService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;

/**
 * Makes the gateway's {@code RequestRateLimiter} use ThrottleX.
 *
 * <p>It comes before the gateway, which adds that filter only if there is a limiter. If there are
 * other limiters, such as the gateway's own for Redis, one of them is the default, and routes name
 * this one.
 */
@AutoConfiguration(
    after = ThrottleXAutoConfiguration.class,
    before = GatewayAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(GatewayAutoConfiguration.class)
@ConditionalOnBean(NamedRules.class)
@ConditionalOnBooleanProperty(
    name = "spring.cloud.gateway.server.webflux.enabled",
    matchIfMissing = true)
public final class ThrottleXGatewayAutoConfiguration {
  static final String LIMITER = "throttlexRateLimiter";

  @Bean(LIMITER)
  @Fallback
  @ConditionalOnMissingBean
  ThrottleXRateLimiter throttlexRateLimiter(
      NamedRules rules,
      RateLimitHeaders headers,
      Enforcement enforcement,
      ConfigurationService configuration) {
    return new ThrottleXRateLimiter(rules, headers, enforcement, configuration);
  }

  @Bean
  GatewayRoutes throttlexGatewayRoutes(
      GatewayProperties gateway,
      ThrottleXRateLimiter limiter,
      ObjectProvider<RequestRateLimiterGatewayFilterFactory> filters) {
    RequestRateLimiterGatewayFilterFactory filter = filters.getIfAvailable();
    boolean isDefault = filter != null && filter.getDefaultRateLimiter() == limiter;
    return new GatewayRoutes(gateway, limiter, isDefault);
  }

  @Bean
  OneWord throttlexOneWord() {
    return new OneWord();
  }
}
