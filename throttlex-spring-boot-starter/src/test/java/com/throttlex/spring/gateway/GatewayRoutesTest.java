package com.throttlex.spring.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.ThrottleX;
import com.throttlex.admission.Admissions;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.spring.NamedRules;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.filter.ratelimit.RateLimiter.Response;
import org.springframework.cloud.gateway.route.RouteDefinition;

class GatewayRoutesTest {
  private final ThrottleX throttlex =
      ThrottleX.of(
          RuleBook.of(
              Rule.builder("gold").key("user").limits("2/1h").build(),
              Rule.builder("pairs").key("user", "ip").limits("2/1h").build(),
              Rule.builder("slots").algorithm(Algorithm.CONCURRENCY).limits("2/1h").build()));
  private final NamedRules rules = NamedRules.embedded(throttlex, Admissions.atOnce(throttlex), 64);
  private final Enforcement enforcement = new Enforcement();
  private final ThrottleXRateLimiter limiter =
      new ThrottleXRateLimiter(rules, RateLimitHeaders.all(), enforcement, null);

  @Test
  void route_thatNoRuleFits_isRefusedWithTheReason() {
    refused(Map.of(), "rule: \"shop\" (expected: one of gold, pairs, slots)");
    refused(Map.of("throttlex.rule", "golt"), "rule: \"golt\" (expected: one of gold, pairs");
    refused(
        Map.of("throttlex.rule", "pairs"),
        "rule: \"pairs\" (expected: one that counts by one part, not by [user, ip])");
    refused(Map.of("throttlex.rule", "slots"), "rule: \"slots\" (expected: another algorithm");
    refused(Map.of("throttlex.limits", "4"), "limits: 4 (expected: AMOUNT/PERIOD");
    refused(Map.of("throttlex.burst", "4"), "limits: ");
    refused(
        Map.of("throttlex.limits", "4/1h", "throttlex.algorithm", "gold"),
        "algorithm: \"gold\" (expected: ");
    refused(
        Map.of("throttlex.limits", "4/1h", "throttlex.rule", "gold"),
        "rule: \"gold\" (expected: either a rule or limits, not both)");
    refused(
        Map.of("throttlex.limit", "4/1h"),
        "throttlex.limit: unknown argument (expected: one of rule, limits, burst, algorithm;"
            + " did you mean limits?)");
    assertThat(enforcement.enforcers()).isEmpty();
  }

  private void refused(Map<String, String> args, String problem) {
    assertThatThrownBy(() -> look(args, true))
        .isInstanceOf(InvalidThrottleXException.class)
        .hasMessageStartingWith("route shop: " + problem);
  }

  @Test
  void route_ofAnotherLimiter_isLeftAlone() {
    look(Map.of("rate-limiter", "#{@redisRateLimiter}"), true);
    look(Map.of("key-resolver", "#{@who}"), false);
    assertThat(enforcement.enforcers()).isEmpty();
  }

  @Test
  void limits_ofARoute_allHold() {
    look(Map.of("throttlex.limits", "9/1h,2/1d", "throttlex.algorithm", "fixed-window"), false);
    assertThat(ask().isAllowed()).isTrue();
    assertThat(ask().getHeaders()).containsEntry("X-RateLimit-Limit", "2");
    assertThat(ask().isAllowed()).isFalse();
  }

  @Test
  void route_thatIsDefinedAgain_hasItsNewLimit() {
    look(Map.of("throttlex.limits", "1/1h"), false);
    look(Map.of("throttlex.limits", "5/1h"), false);
    assertThat(ask().getHeaders()).containsEntry("X-RateLimit-Limit", "5");
  }

  @Test
  void route_madeInCode_isConfiguredByItsFirstRequest() {
    RouteLimit limit = new RouteLimit();
    limit.setLimits(List.of("1/1h"));
    limiter.getConfig().put("shop", limit);
    assertThat(ask().isAllowed()).isTrue();
    assertThat(ask().isAllowed()).isFalse();
  }

  private Response ask() {
    return limiter.isAllowed("shop", "ann").block();
  }

  private void look(Map<String, String> args, boolean isDefault) {
    FilterDefinition filter = new FilterDefinition();
    filter.setName("RequestRateLimiter");
    filter.setArgs(args);
    RouteDefinition route = new RouteDefinition();
    route.setId("shop");
    route.setFilters(List.of(filter));
    GatewayProperties gateway = new GatewayProperties();
    gateway.setRoutes(List.of(route));
    new GatewayRoutes(gateway, limiter, isDefault).afterSingletonsInstantiated();
  }
}
