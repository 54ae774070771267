package com.throttlex.spring.gateway;

import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Rule;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import com.throttlex.rules.yaml.Problem;
import com.throttlex.rules.yaml.Spelling;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.RateLimitedException;
import com.throttlex.spring.reactive.Later;
import com.throttlex.store.StoreUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.event.FilterArgsEvent;
import org.springframework.cloud.gateway.filter.ratelimit.AbstractRateLimiter;
import org.springframework.cloud.gateway.support.ConfigurationService;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/**
 * Limits the routes of a gateway: checks the key of a route's key resolver by a rule.
 *
 * <p>The rule is the one that the route names, or the one that it defines, or the one of its own
 * name.
 *
 * <pre>{@code
 * filters:
 *   - name: RequestRateLimiter
 *     args:
 *       throttlex.rule: orders    # or throttlex.limits: 10/1s
 *       key-resolver: "#{@userKeyResolver}"
 * }</pre>
 */
public final class ThrottleXRateLimiter extends AbstractRateLimiter<RouteLimit> {
  /** The prefix of the arguments of a route. */
  static final String PREFIX = "throttlex";

  private static final List<String> ARGUMENTS = List.of("rule", "limits", "burst", "algorithm");

  private final NamedRules rules;
  private final RateLimitHeaders headers;
  private final Enforcement enforcement;
  private final Map<String, String> ruleByRoute = new ConcurrentHashMap<>();

  /** Creates a limiter with these rules. */
  public ThrottleXRateLimiter(
      NamedRules rules,
      RateLimitHeaders headers,
      Enforcement enforcement,
      ConfigurationService configuration) {
    super(RouteLimit.class, PREFIX, configuration);
    this.rules = rules;
    this.headers = headers;
    this.enforcement = enforcement;
  }

  @Override
  public void onApplicationEvent(FilterArgsEvent event) {
    if (isTold(event.getRouteId(), event.getArgs().keySet())) {
      super.onApplicationEvent(event);
      RouteLimit limit = getConfig().getOrDefault(event.getRouteId(), new RouteLimit());
      var unused = limit(event.getRouteId(), limit);
    }
  }

  /**
   * Returns whether the arguments of a route define its limit.
   *
   * @throws InvalidThrottleXException when they do, but one is unknown
   */
  static boolean isTold(String route, Collection<String> arguments) {
    boolean told = false;
    for (String argument : arguments) {
      if (argument.startsWith(PREFIX + ".")) {
        told = true;
        requireKnown(route, argument);
      }
    }
    return told;
  }

  private static void requireKnown(String route, String argument) {
    String name = argument.substring(PREFIX.length() + 1).replaceFirst("[.\\[].*", "");
    if (!ARGUMENTS.contains(name)) {
      throw wrong(
          route,
          argument + ": unknown argument (expected: " + Spelling.expected(name, ARGUMENTS) + ")");
    }
  }

  /**
   * Sets the limit of a route; returns the name of its rule.
   *
   * @throws InvalidThrottleXException when there is no such rule, or a route cannot use it
   */
  String limit(String route, RouteLimit limit) {
    String named = limit.getRule();
    String name = named == null ? route : named;
    Map<String, Object> own = limit.ownRule();
    try {
      if (!own.isEmpty()) {
        rules.define(ownRule(route, named, own));
      }
      rules.use(name, by(route), ThrottleXRateLimiter::requireFit);
    } catch (InvalidThrottleXException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw wrong(route, String.valueOf(e.getMessage()));
    }
    enforcement.by("gateway routes");
    String before = ruleByRoute.put(route, name);
    if (before != null && !before.equals(name)) {
      rules.useNoMore(before, by(route));
    }
    return name;
  }

  private static String by(String route) {
    return "route " + route;
  }

  private static Rule ownRule(String route, @Nullable String named, Map<String, Object> own) {
    if (named != null) {
      throw wrong(route, "rule: \"" + named + "\" (expected: either a rule or limits, not both)");
    }
    Map<String, Object> fields = new LinkedHashMap<>(own);
    fields.put("key", List.of("attribute:key"));
    try {
      return RuleFile.ofProperties(Map.of("rules", Map.of(route, fields)), PREFIX, null)
          .rules()
          .get(0);
    } catch (InvalidRuleFileException e) {
      throw new InvalidThrottleXException(
          e.problems().stream().map(problem -> shown(route, problem)).toList());
    }
  }

  private static String shown(String route, Problem problem) {
    String name = problem.key().replace("rules." + route + ".", "");
    return "route "
        + route
        + ": "
        + name
        + ": "
        + problem.value()
        + " (expected: "
        + problem.expected()
        + ")";
  }

  private static void requireFit(Rule rule) {
    NamedRules.requireOnePart(rule);
    if (rule.algorithm() == Algorithm.CONCURRENCY) {
      throw new IllegalArgumentException(
          "rule: \""
              + rule.id()
              + "\" (expected: another algorithm than concurrency: the gateway does not report when"
              + " a response is complete)");
    }
  }

  private static InvalidThrottleXException wrong(String route, String problem) {
    return new InvalidThrottleXException(List.of("route " + route + ": " + problem));
  }

  @Override
  public Mono<Response> isAllowed(String routeId, String id) {
    return Later.answer(
            () -> rules.check(rule(routeId), key(rule(routeId), id), RequestContext.UNSET),
            late -> rules.release(late, Outcome.DROPPED))
        .onErrorMap(InvalidRequestException.class, e -> status(HttpStatus.BAD_REQUEST, e))
        .onErrorMap(StoreUnavailableException.class, e -> status(HttpStatus.SERVICE_UNAVAILABLE, e))
        .flatMap(this::answered);
  }

  private String rule(String route) {
    String known = ruleByRoute.get(route);
    return known == null ? limit(route, getConfig().getOrDefault(route, new RouteLimit())) : known;
  }

  /** Returns the key, unless the rule counts everything together. */
  private @Nullable String key(String name, String id) {
    Rule rule = rules.find(name);
    boolean global = rule != null && rule.key().get(0).kind() == KeyPart.Kind.GLOBAL;
    return global ? null : id;
  }

  private static ResponseStatusException status(HttpStatus status, RuntimeException e) {
    return new ResponseStatusException(status, e.getMessage(), e);
  }

  /**
   * Converts a decision for the gateway. The gateway has one status for all denials, so a shed
   * request becomes a failure with its own status. The gateway reports neither the end of a
   * response nor its outcome.
   */
  private Mono<Response> answered(Decision decision) {
    var unused = rules.release(decision, Outcome.UNKNOWN);
    if (decision.isShed()) {
      return Mono.error(new RateLimitedException(decision));
    }
    Map<String, String> told = new LinkedHashMap<>();
    headers.render(decision, told::put);
    Mono<Response> response = Mono.just(new Response(decision.allowed(), told));
    return decision.delayNanos() > 0
        ? response.delayElement(Duration.ofNanos(decision.delayNanos()))
        : response;
  }
}
