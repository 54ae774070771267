package com.throttlex.server.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UInt64Value;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.protocol.envoy.RateLimitDescriptor;
import com.throttlex.protocol.envoy.RateLimitRequest;
import com.throttlex.protocol.envoy.RateLimitResponse;
import com.throttlex.protocol.envoy.RateLimitResponse.Code;
import com.throttlex.protocol.envoy.RateLimitUnit;
import com.throttlex.rule.Match;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.server.grpc.ToldStore;
import com.throttlex.test.ManualClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Envoy's limits on an engine in memory, by a time that stands still. */
final class EnvoyLab {
  static final String DOMAIN = "edge";

  /** Ten seconds into a minute. */
  final ManualClock time = new ManualClock(Instant.parse("2026-09-21T00:00:10Z"));

  final ToldStore store = new ToldStore();
  final ThrottleX throttlex;
  final EnvoyLimits limits;

  private EnvoyLab(RuleBook rules) {
    throttlex = ThrottleX.of(rules, store, time);
    limits = new EnvoyLimits(throttlex, RateLimitHeaders.all(), 64, time);
  }

  static EnvoyLab of(Rule... rules) {
    return of(RuleBook.of(rules));
  }

  static EnvoyLab of(RuleBook rules) {
    return new EnvoyLab(rules);
  }

  /** A rule of the domain for descriptors of one entry, one counter for each value. */
  static RuleBuilder perValue(String key, String limit) {
    return Rule.builder("per-" + key)
        .match(
            new Match(
                null, Set.of(), Set.of(DOMAIN), Map.of("descriptor", key), Set.of(), Set.of()))
        .key("attribute:" + key)
        .limits(limit)
        .algorithm(Algorithm.FIXED_WINDOW);
  }

  /** A descriptor of keys and values in turn. */
  static RateLimitDescriptor.Builder entries(String... entries) {
    RateLimitDescriptor.Builder descriptor = RateLimitDescriptor.newBuilder();
    for (int i = 0; i < entries.length; i += 2) {
      descriptor.addEntries(
          RateLimitDescriptor.Entry.newBuilder().setKey(entries[i]).setValue(entries[i + 1]));
    }
    return descriptor;
  }

  static RateLimitDescriptor.Builder limited(
      RateLimitDescriptor.Builder descriptor, int amount, RateLimitUnit unit) {
    descriptor.getLimitBuilder().setRequestsPerUnit(amount).setUnit(unit);
    return descriptor;
  }

  static RateLimitDescriptor.Builder hits(RateLimitDescriptor.Builder descriptor, long hits) {
    return descriptor.setHitsAddend(UInt64Value.of(hits));
  }

  static RateLimitRequest request(RateLimitDescriptor.Builder... descriptors) {
    RateLimitRequest.Builder request = RateLimitRequest.newBuilder().setDomain(DOMAIN);
    for (RateLimitDescriptor.Builder descriptor : descriptors) {
      request.addDescriptors(descriptor);
    }
    return request.build();
  }

  CompletableFuture<RateLimitResponse> ask(RateLimitRequest request) {
    return limits.decide(request).toCompletableFuture();
  }

  RateLimitResponse decide(RateLimitDescriptor.Builder... descriptors) {
    return decide(request(descriptors));
  }

  RateLimitResponse decide(RateLimitRequest request) {
    CompletableFuture<RateLimitResponse> answer = ask(request);
    assertThat(answer).isDone();
    return answer.join();
  }

  Code code(RateLimitDescriptor.Builder... descriptors) {
    return decide(descriptors).getOverallCode();
  }

  /** The units left for a descriptor; consumes nothing. */
  int left(RateLimitDescriptor.Builder descriptor) {
    return decide(hits(descriptor.clone(), 0)).getStatuses(0).getLimitRemaining();
  }

  static List<Code> codes(RateLimitResponse response) {
    return response.getStatusesList().stream().map(status -> status.getCode()).toList();
  }
}
