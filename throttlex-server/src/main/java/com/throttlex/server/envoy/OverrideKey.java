package com.throttlex.server.envoy;

import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.key.KeyText;
import com.throttlex.key.SecretValue;
import com.throttlex.protocol.envoy.RateLimitDescriptor;
import com.throttlex.protocol.envoy.RateLimitUnit;

/**
 * The key of a limit that a descriptor brings: unit, domain and all entries in order, with digests
 * in place of values with secret names.
 *
 * <p>Its printed form begins with a character that no rule id has, so it is never the key of a
 * rule. It does not contain the amount: when the amount changes, the counter stays.
 */
final class OverrideKey implements Key {
  private static final String SCOPE = "~envoy";
  private static final long SCOPE_HASH = new KeyHash().add(SCOPE).end().hi();

  private final String domain;
  private final RateLimitDescriptor descriptor;
  private final long hi;
  private final long lo;

  OverrideKey(String domain, RateLimitDescriptor descriptor) {
    this.domain = domain;
    this.descriptor = descriptor;
    KeyHash hash = new KeyHash().add(SCOPE).add(unit().getNumber()).add(domain);
    for (RateLimitDescriptor.Entry entry : descriptor.getEntriesList()) {
      hash.add(entry.getKey()).add(value(entry));
    }
    hash.end();
    hi = hash.hi();
    lo = hash.lo();
  }

  private RateLimitUnit unit() {
    return descriptor.getLimit().getUnit();
  }

  /** Returns whether the other key is equal. */
  boolean is(Key other) {
    return hi == other.hi() && lo == other.lo();
  }

  @Override
  public long hi() {
    return hi;
  }

  @Override
  public long lo() {
    return lo;
  }

  @Override
  public long scope() {
    return SCOPE_HASH;
  }

  @Override
  public String text() {
    StringBuilder text =
        new StringBuilder(SCOPE).append("|unit=").append(unit()).append("|domain=");
    KeyText.append(text, domain);
    for (RateLimitDescriptor.Entry entry : descriptor.getEntriesList()) {
      KeyText.append(text.append('|'), entry.getKey());
      KeyText.append(text.append('='), value(entry));
    }
    return text.toString();
  }

  @Override
  public String subject() {
    return descriptor.getEntriesCount() == 0 ? "" : KeyText.escape(value(descriptor.getEntries(0)));
  }

  private static String value(RateLimitDescriptor.Entry entry) {
    String value = entry.getValue();
    return SecretValue.isNamed(entry.getKey()) ? SecretValue.digest(value) : value;
  }
}
