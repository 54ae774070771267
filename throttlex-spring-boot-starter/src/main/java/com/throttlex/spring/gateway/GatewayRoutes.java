package com.throttlex.spring.gateway;

import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.factory.RequestRateLimiterGatewayFilterFactory;
import org.springframework.cloud.gateway.route.RouteDefinition;
import org.springframework.cloud.gateway.support.NameUtils;

/**
 * Checks the configured routes before the first request. A wrong name stops the start; the gateway
 * itself would only log it and continue without routes.
 */
final class GatewayRoutes implements SmartInitializingSingleton {
  private static final String FILTER =
      NameUtils.normalizeFilterFactoryName(RequestRateLimiterGatewayFilterFactory.class);

  private final GatewayProperties gateway;
  private final ThrottleXRateLimiter limiter;
  private final boolean isDefault;

  /**
   * Creates the check of routes.
   *
   * @param isDefault whether a route without a limiter uses this one
   */
  GatewayRoutes(GatewayProperties gateway, ThrottleXRateLimiter limiter, boolean isDefault) {
    this.gateway = gateway;
    this.limiter = limiter;
    this.isDefault = isDefault;
  }

  @Override
  public void afterSingletonsInstantiated() {
    for (RouteDefinition route : gateway.getRoutes()) {
      Stream.concat(gateway.getDefaultFilters().stream(), route.getFilters().stream())
          .filter(filter -> FILTER.equals(filter.getName()))
          .forEach(filter -> look(String.valueOf(route.getId()), filter.getArgs()));
    }
  }

  private void look(String route, Map<String, String> args) {
    if (ThrottleXRateLimiter.isTold(route, args.keySet()) || isMeant(args)) {
      RouteLimit limit =
          new Binder(new MapConfigurationPropertySource(args))
              .bind(ThrottleXRateLimiter.PREFIX, RouteLimit.class)
              .orElseGet(RouteLimit::new);
      var unused = limiter.limit(route, limit);
    }
  }

  /** Returns whether the limiter is the named one, or the default if none is named. */
  private boolean isMeant(Map<String, String> args) {
    for (Map.Entry<String, String> arg : args.entrySet()) {
      if (arg.getKey().replace("-", "").equalsIgnoreCase("ratelimiter")) {
        return arg.getValue().contains(ThrottleXGatewayAutoConfiguration.LIMITER);
      }
    }
    return isDefault;
  }
}
