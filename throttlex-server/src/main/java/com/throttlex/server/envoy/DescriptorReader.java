package com.throttlex.server.envoy;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.protocol.envoy.RateLimitDescriptor;
import com.throttlex.protocol.envoy.RateLimitRequest;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes counters of descriptors.
 *
 * <p>A descriptor whose values cannot be, such as a path that can be read in two ways, is over its
 * limit: an error would make Envoy let the request pass. The hits are the descriptor's own, else
 * the request's, else one. When several descriptors are charged, all but the last can be taken
 * back.
 */
final class DescriptorReader {
  private static final int MAX_DESCRIPTORS = 100;

  private final ThrottleX throttlex;
  private final TimeSource time;
  private final DescriptorContext contexts;
  private final BookFacts facts = new BookFacts();

  DescriptorReader(ThrottleX throttlex, int ipv6Prefix, TimeSource time) {
    this.throttlex = throttlex;
    this.time = time;
    contexts = new DescriptorContext(ipv6Prefix);
  }

  /**
   * One counter for each descriptor, in order.
   *
   * @throws InvalidRequestException when the request is malformed
   */
  List<Counter> read(RateLimitRequest request) {
    List<RateLimitDescriptor> descriptors = request.getDescriptorsList();
    requireSane(request);
    boolean overrides = isOverridden(request);
    int last = overrides ? -1 : descriptors.size() - 1;
    List<Counter> counters = new ArrayList<>(descriptors.size());
    for (int i = 0; i < descriptors.size(); i++) {
      RateLimitDescriptor descriptor = descriptors.get(i);
      long hits = hits(request, descriptor);
      counters.add(
          overrides && descriptor.hasLimit()
              ? override(request.getDomain(), descriptor, hits, counters)
              : rules(request.getDomain(), descriptor, hits, i != last && descriptors.size() > 1));
    }
    return counters;
  }

  private static void requireSane(RateLimitRequest request) {
    int count = request.getDescriptorsCount();
    if (request.getDomain().isEmpty()) {
      throw invalid("domain", "\"\"", "a name");
    }
    if (count == 0 || count > MAX_DESCRIPTORS) {
      throw invalid("descriptors", count, "1 to " + MAX_DESCRIPTORS);
    }
  }

  private boolean isOverridden(RateLimitRequest request) {
    for (RateLimitDescriptor descriptor : request.getDescriptorsList()) {
      if (descriptor.hasLimit()) {
        return facts.hasDomain(throttlex.rules(), request.getDomain());
      }
    }
    return false;
  }

  private Counter rules(String domain, RateLimitDescriptor descriptor, long hits, boolean reserve) {
    boolean refund = descriptor.getIsNegativeHits();
    long cost = refund ? 0 : hits;
    try {
      boolean strict = facts.looksAtPaths(throttlex.rules());
      RequestContext context = contexts.of(domain, descriptor, cost, reserve && cost > 0, strict);
      return new RuleCounter(throttlex, context, refund);
    } catch (InvalidRequestException e) {
      contexts.of(domain, DescriptorContext.withoutValues(descriptor), cost, false, false);
      return RefusedCounter.INSTANCE; // the values are at fault, which a client may have chosen
    }
  }

  private Counter override(
      String domain, RateLimitDescriptor descriptor, long hits, List<Counter> before) {
    // Held to the same bounds as a descriptor that rules decide.
    contexts.of(domain, descriptor, hits, false, false);
    Units.length(descriptor.getLimit().getUnit());
    OverrideKey key = new OverrideKey(domain, descriptor);
    long ahead = 0;
    for (Counter counter : before) {
      ahead += counter instanceof OverrideCounter other && key.is(other.key()) ? other.cost() : 0;
    }
    long cost = descriptor.getIsNegativeHits() ? 0 : hits;
    return new OverrideCounter(throttlex, time, key, descriptor.getLimit(), cost, ahead);
  }

  private static long hits(RateLimitRequest request, RateLimitDescriptor descriptor) {
    if (!descriptor.hasHitsAddend()) {
      int hits = request.getHitsAddend();
      return hits == 0 ? 1 : Integer.toUnsignedLong(hits);
    }
    long hits = descriptor.getHitsAddend().getValue();
    if (hits < 0 || hits > RequestContext.MAX_COST) {
      throw invalid("hits_addend", Long.toUnsignedString(hits), "0 to " + RequestContext.MAX_COST);
    }
    return hits;
  }

  static InvalidRequestException invalid(String name, Object value, String expected) {
    return new InvalidRequestException(
        List.of(name + ": " + value + " (expected: " + expected + ")"));
  }
}
