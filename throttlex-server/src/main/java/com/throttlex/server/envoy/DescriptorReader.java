package com.throttlex.server.envoy;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.protocol.envoy.RateLimitDescriptor;
import com.throttlex.protocol.envoy.RateLimitRequest;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts descriptors to counters.
 *
 * <p>A descriptor with an invalid value, such as an ambiguous path or too many hits, is over its
 * limit: an error would make Envoy admit the request. The hits are the descriptor's own, else the
 * request's, else one. When several descriptors are charged, all charges except the last can be
 * taken back.
 */
final class DescriptorReader {
  private static final int MAX_DESCRIPTORS = 100;

  /** The value for more hits than a request can cost; Envoy may read hits from a header. */
  private static final long TOO_MANY = -1;

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
   * Returns one counter for each descriptor, in order.
   *
   * @throws InvalidRequestException when the request is malformed
   */
  List<DescriptorCounter> read(RateLimitRequest request) {
    List<RateLimitDescriptor> descriptors = request.getDescriptorsList();
    requireSane(request);
    boolean overrides = isOverridden(request);
    int last = overrides ? -1 : descriptors.size() - 1;
    List<DescriptorCounter> counters = new ArrayList<>(descriptors.size());
    for (int i = 0; i < descriptors.size(); i++) {
      RateLimitDescriptor descriptor = descriptors.get(i);
      long hits = hits(request, descriptor);
      boolean revocable = i != last && descriptors.size() > 1;
      counters.add(
          hits == TOO_MANY
              ? RefusedCounter.INSTANCE
              : overrides && descriptor.hasLimit()
                  ? override(request.getDomain(), descriptor, hits, counters)
                  : rules(request.getDomain(), descriptor, hits, revocable));
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

  private DescriptorCounter rules(
      String domain, RateLimitDescriptor descriptor, long hits, boolean revocable) {
    boolean refund = descriptor.getIsNegativeHits();
    long cost = refund ? 0 : hits;
    boolean strict = facts.looksAtPaths(throttlex.rules());
    RequestContext context = context(domain, descriptor, cost, revocable && cost > 0, strict);
    return context == null ? RefusedCounter.INSTANCE : new RuleCounter(throttlex, context, refund);
  }

  /**
   * Returns the descriptor as a request; null if a value is invalid, because a client may have
   * chosen it.
   *
   * @throws InvalidRequestException if anything else is invalid
   */
  private @Nullable RequestContext context(
      String domain, RateLimitDescriptor descriptor, long cost, boolean revocable, boolean strict) {
    try {
      return contexts.of(domain, descriptor, cost, revocable, strict);
    } catch (InvalidRequestException e) {
      contexts.of(domain, DescriptorContext.withoutValues(descriptor), cost, false, false);
      return null;
    }
  }

  private DescriptorCounter override(
      String domain, RateLimitDescriptor descriptor, long hits, List<DescriptorCounter> before) {
    Units.length(descriptor.getLimit().getUnit());
    // The same bounds apply as for a descriptor that rules decide.
    if (context(domain, descriptor, hits, false, false) == null) {
      return RefusedCounter.INSTANCE;
    }
    OverrideKey key = new OverrideKey(domain, descriptor);
    long ahead = 0;
    for (DescriptorCounter counter : before) {
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
    return hits < 0 || hits > RequestContext.MAX_COST ? TOO_MANY : hits;
  }

  static InvalidRequestException invalid(String name, Object value, String expected) {
    return new InvalidRequestException(
        List.of(name + ": " + value + " (expected: " + expected + ")"));
  }
}
