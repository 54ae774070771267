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
 * Answers Envoy's question whether a request may pass.
 *
 * <p>Every descriptor is a request of its own to the rules, see {@link DescriptorReader}; one that
 * no rule applies to passes. One that brings a limit is held against that instead, if some rule
 * speaks of the domain. All descriptors are charged or none, see {@link AllOrNothing}.
 *
 * <p>Negative hits count nothing: what a request consumed cannot be given back without a
 * reservation, and giving back what was never taken would make units out of nothing. They are
 * answered with OK and the state as it is.
 */
public final class EnvoyLimits {
  /**
   * The answer to a request with a text that is not UTF-8, or with too many bytes. A client can put
   * any bytes into a header that Envoy sends on, and an error would make Envoy let the request
   * pass.
   */
  public static final RateLimitResponse OVER_LIMIT =
      RateLimitResponse.newBuilder().setOverallCode(RateLimitResponse.Code.OVER_LIMIT).build();

  private final ThrottleX throttlex;
  private final DescriptorReader reader;
  private final Responses responses;

  /**
   * Decides by the rules.
   *
   * @param headers what Envoy is told to add to its answer
   * @param ipv6Prefix how many bits of an IPv6 address count
   * @param time the time by which the rules count
   */
  public EnvoyLimits(
      ThrottleX throttlex, RateLimitHeaders headers, int ipv6Prefix, TimeSource time) {
    this.throttlex = throttlex;
    reader = new DescriptorReader(throttlex, ipv6Prefix, time);
    responses = new Responses(headers);
  }

  /**
   * Decides a request. A stage that fails means that the store could not decide; nothing is charged
   * then that could be given back.
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

  /** Answers when the longest delay of a request that passes is over: Envoy cannot be told it. */
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
