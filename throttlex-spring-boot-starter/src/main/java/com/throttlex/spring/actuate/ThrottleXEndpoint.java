package com.throttlex.spring.actuate;

import com.throttlex.Answers;
import com.throttlex.Explanation;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.ShownText;
import com.throttlex.store.StoreUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The endpoint {@code /actuator/throttlex}: rules, the state of counters, explanations, and
 * adaptive limits.
 *
 * <p>The key of a counter is printed, {@code rule|part=value}. It may be the rest of the path, or
 * the parameter {@code key}, which also accepts characters that servers and firewalls reject in a
 * path, such as the {@code %} of an escaped value. For a secret part, answers have the digest;
 * requests may have the digest or the value. The operations may block on a store; the actuator
 * calls them on threads that may block.
 */
@WebEndpoint(id = ThrottleXEndpoint.ID)
final class ThrottleXEndpoint {
  static final String ID = "throttlex";

  private final ThrottleX throttlex;
  private final Overview overview;
  private final Supplier<RequestContextBuilder> requests;

  /**
   * Creates the endpoint.
   *
   * @param requests creates the builder of every request
   */
  ThrottleXEndpoint(
      ThrottleX throttlex, Overview overview, Supplier<RequestContextBuilder> requests) {
    this.throttlex = throttlex;
    this.overview = overview;
    this.requests = requests;
  }

  @ReadOperation
  WebEndpointResponse<?> read(@Nullable String key) {
    return key == null ? new WebEndpointResponse<>(overview.shown()) : counter(key);
  }

  @ReadOperation
  WebEndpointResponse<?> readPath(@Selector(match = Selector.Match.ALL_REMAINING) String... key) {
    return counter(String.join("/", key));
  }

  private WebEndpointResponse<?> counter(String given) {
    return answered(
        () -> {
          String key = throttlex.canonicalKey(given);
          List<LimitStatus> limits = throttlex.inspect(key);
          return limits.isEmpty()
              ? refusal(404, "key: " + ShownText.quoted(key) + " (expected: a key in use)")
              : new WebEndpointResponse<>(ShownState.counter(key, limits));
        });
  }

  /** Explains which decision a request would get; consumes nothing. */
  @WriteOperation
  WebEndpointResponse<?> explain(SentCheck check) {
    return answered(
        () -> {
          RequestContext request = check.on(requests.get());
          Explanation explanation = throttlex.explain(request);
          return new WebEndpointResponse<>(ShownState.explanation(explanation));
        });
  }

  /** Freezes, resumes or overrides an adaptive limit; returns its new state. */
  @WriteOperation
  WebEndpointResponse<?> change(@Selector String rule, SentChange change) {
    return answered(
        () -> {
          AdaptiveLimits limits = throttlex.adaptive();
          try {
            Answers.await(change.on(limits, rule, throttlex.nanos()));
          } catch (IllegalStateException e) {
            return refusal(409, ShownText.sentence(String.valueOf(e.getMessage())));
          }
          return limits.status().rules().stream()
              .filter(limit -> limit.rule().equals(rule))
              .findFirst()
              .<WebEndpointResponse<?>>map(
                  limit -> new WebEndpointResponse<>(ShownAdaptive.limit(limit)))
              .orElseGet(() -> refusal(404, "rule: " + rule + " (expected: one in force)"));
        });
  }

  @DeleteOperation
  WebEndpointResponse<?> reset(String key) {
    return answered(
        () ->
            new WebEndpointResponse<>(
                ShownState.reset(throttlex.canonicalKey(key), throttlex.reset(key))));
  }

  @DeleteOperation
  WebEndpointResponse<?> resetPath(@Selector(match = Selector.Match.ALL_REMAINING) String... key) {
    return reset(String.join("/", key));
  }

  /** Puts problems into the body, because Spring Boot's error pages do not show the reason. */
  private static WebEndpointResponse<?> answered(Supplier<WebEndpointResponse<?>> work) {
    try {
      return work.get();
    } catch (InvalidRequestException e) {
      return new WebEndpointResponse<>(Map.of("problems", e.problems()), 400);
    } catch (IllegalArgumentException e) {
      return refusal(400, ShownText.sentence(String.valueOf(e.getMessage())));
    } catch (StoreUnavailableException e) {
      return refusal(503, ShownText.sentence(String.valueOf(e.getMessage())));
    }
  }

  private static WebEndpointResponse<?> refusal(int status, String problem) {
    return new WebEndpointResponse<>(Map.of("problems", List.of(problem)), status);
  }
}
