package com.throttlex.spring.client;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.State;
import com.throttlex.TimeSource;
import com.throttlex.adaptive.Outcome;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.RequestContext;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.client.Closures.Target;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/** The common part of blocking and reactive clients, with the closed targets of both. */
final class Outbound {
  private static final Set<HttpMethod> IDEMPOTENT =
      Set.of(
          HttpMethod.GET,
          HttpMethod.HEAD,
          HttpMethod.PUT,
          HttpMethod.DELETE,
          HttpMethod.OPTIONS,
          HttpMethod.TRACE);

  private final NamedRules rules;
  private final TimeSource time;
  private final Enforcement enforcement;
  private final Closures closures = new Closures();

  Outbound(NamedRules rules, TimeSource time, Enforcement enforcement) {
    this.rules = rules;
    this.time = time;
    this.enforcement = enforcement;
  }

  TimeSource time() {
    return time;
  }

  /** Registers the use of a limit. */
  void use(OutboundLimit limit) {
    try {
      rules.use(limit.rule(), "a client", NamedRules::requireOnePart);
    } catch (IllegalArgumentException e) {
      throw new InvalidThrottleXException(List.of("limit of a client: " + e.getMessage()));
    }
    enforcement.by("clients of others");
  }

  static Target target(OutboundLimit limit, URI uri) {
    String host = uri.getHost() == null ? String.valueOf(uri.getAuthority()) : uri.getHost();
    return new Target(limit.rule(), host.toLowerCase(Locale.ROOT));
  }

  /** Checks a call by the rule; denies it at once while the target is closed. */
  CompletionStage<Decision> check(OutboundLimit limit, Target target) {
    long now = time.nanos();
    long closed = closures.closedNanos(target, now);
    if (closed > 0) {
      return CompletableFuture.completedFuture(closed(target.rule(), closed, now));
    }
    String key = limit.key() == null ? target.host() : limit.key();
    return rules.check(limit.rule(), rules.hasKey(limit.rule()) ? key : null, RequestContext.UNSET);
  }

  /** Returns the denial of a closed target. */
  private static Decision closed(String rule, long nanos, long now) {
    Period period = Period.of(Duration.ofNanos(Math.max(nanos, Period.SHORTEST.toNanos())));
    Limit limit = Limit.of(Algorithm.FIXED_WINDOW, new Rate(1, period, 0));
    LimitStatus status = new LimitStatus(rule, limit, 0, now + nanos, false, false, nanos, now);
    return Decision.madeElsewhere(
        false, now, Duration.ZERO, State.THROTTLED, List.of(status), 0, null, false);
  }

  /** Reads the headers of a response; returns true if it is a denial with a time to retry. */
  boolean hear(Target target, int status, HttpHeaders headers) {
    long now = time.nanos();
    long nanos = Feedback.closedNanos(status, headers, now);
    if (nanos > 0) {
      closures.close(target, nanos, now);
    }
    return nanos > 0 && Feedback.isRefusal(status);
  }

  /** Returns how many nanoseconds the target stays closed. */
  long closedNanos(Target target) {
    return closures.closedNanos(target, time.nanos());
  }

  static boolean isIdempotent(HttpMethod method) {
    return IDEMPOTENT.contains(method);
  }

  /** Starts a call that was allowed. */
  OutboundCall begin(OutboundLimit limit, Decision decision) {
    String rule = limit.rule();
    return new OutboundCall(rules, decision, rules.watch(List.of(rule), rule));
  }

  /** Releases the slots of a call that will not be made. */
  void giveUp(Decision decision) {
    var unused = rules.release(decision, Outcome.UNKNOWN);
  }
}
