package com.throttlex.server.envoy;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.protocol.envoy.RateLimitRequest;
import com.throttlex.protocol.envoy.RateLimitResponse;
import com.throttlex.request.InvalidRequestException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decides requests of Envoy's rate limit protocol.
 *
 * <p>Every descriptor is one request to the rules, see {@link DescriptorReader}. A descriptor that
 * no rule applies to is allowed. A descriptor with its own limit is checked against that limit, if
 * some rule names the domain. All descriptors are charged or none, see {@link AllOrNothing}.
 *
 * <p>Negative hits charge nothing. Units cannot be given back without a reservation, because that
 * would create units that were never taken. The answer is OK with the present state.
 */
public final class EnvoyLimits {
  /**
   * The answer to a request with a text that is not UTF-8, or with too many bytes. A client can put
   * any bytes into a header that Envoy forwards, and an error would make Envoy admit the request.
   */
  public static final RateLimitResponse OVER_LIMIT =
      RateLimitResponse.newBuilder().setOverallCode(RateLimitResponse.Code.OVER_LIMIT).build();

  private final ThrottleX throttlex;
  private final DescriptorReader reader;
  private final Responses responses;

  /**
   * Creates a decider with the rules of an engine.
   *
   * @param headers the headers that Envoy adds to its response
   * @param ipv6Prefix how many bits of an IPv6 address count
   * @param time the clock of the rules
   */
  public EnvoyLimits(
      ThrottleX throttlex, RateLimitHeaders headers, int ipv6Prefix, TimeSource time) {
    this.throttlex = throttlex;
    reader = new DescriptorReader(throttlex, ipv6Prefix, time);
    responses = new Responses(headers);
  }

  /**
   * Decides a request. A failed stage means that the store could not decide; then all charges that
   * can be taken back are taken back.
   *
   * @throws InvalidRequestException when the request is malformed; nothing is charged then
   */
  public CompletionStage<RateLimitResponse> decide(RateLimitRequest request) {
    List<DescriptorCounter> counters = reader.read(request);
    if (counters.size() == 1) {
      return counters.get(0).charge().thenCompose(this::answer);
    }
    return new AllOrNothing(throttlex, counters).decide().thenCompose(this::answer);
  }

  /** Answers after the longest delay, because the protocol has no field for it. */
  private CompletionStage<RateLimitResponse> answer(DescriptorOutcome... outcomes) {
    RateLimitResponse response = responses.of(outcomes);
    Decision slowest = null;
    for (DescriptorOutcome outcome : outcomes) {
      Decision decision = outcome.decision();
      if (decision != null && (slowest == null || decision.delayNanos() > slowest.delayNanos())) {
        slowest = decision;
      }
    }
    return slowest == null || response.getOverallCode() != RateLimitResponse.Code.OK
        ? CompletableFuture.completedFuture(response)
        : slowest.afterDelay().thenApply(passed -> response);
  }
}
