package com.throttlex.server.envoy;

import com.throttlex.ThrottleX;
import com.throttlex.protocol.envoy.BucketId;
import com.throttlex.protocol.envoy.RateLimitDescriptor;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import java.util.TreeMap;

/**
 * Converts bucket ids to requests: a bucket id is a descriptor with its keys in alphabetical order.
 */
final class QuotaRequests {
  /** The most bytes of a bucket id. */
  static final int MAX_BYTES = 8 * 1024;

  private final ThrottleX throttlex;
  private final DescriptorContext contexts;
  private final BookFacts facts = new BookFacts();

  QuotaRequests(ThrottleX throttlex, int ipv6Prefix) {
    this.throttlex = throttlex;
    contexts = new DescriptorContext(ipv6Prefix);
  }

  /**
   * Returns the request of a bucket id, with a cost of one unit.
   *
   * @throws InvalidRequestException if a key or a value is invalid, or if there are too many
   */
  RequestContext of(String domain, BucketId id) {
    if (id.getSerializedSize() > MAX_BYTES) {
      throw DescriptorReader.invalid("bucket_id", id.getSerializedSize() + " bytes", "8192");
    }
    RateLimitDescriptor.Builder descriptor = RateLimitDescriptor.newBuilder();
    new TreeMap<>(id.getBucketMap())
        .forEach((key, value) -> descriptor.addEntriesBuilder().setKey(key).setValue(value));
    boolean strict = facts.looksAtPaths(throttlex.rules());
    return contexts.of(domain, descriptor.build(), 1, false, strict);
  }
}
