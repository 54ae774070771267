package com.throttlex.server.envoy;

import com.throttlex.protocol.envoy.BucketId;
import com.throttlex.protocol.envoy.RateLimitQuotaResponse;
import com.throttlex.protocol.envoy.RateLimitQuotaResponse.BucketAction;
import com.throttlex.protocol.envoy.RateLimitQuotaUsageReports;
import com.throttlex.protocol.envoy.RateLimitQuotaUsageReports.BucketQuotaUsage;
import com.throttlex.protocol.envoy.RateLimitStrategy;
import com.throttlex.protocol.envoy.RateLimitStrategy.BlanketRule;
import com.throttlex.protocol.envoy.TokenBucket;
import java.util.Random;

/**
 * The quota filter of Envoy 1.40 with one bucket, as its source describes it, in virtual time.
 *
 * <p>Without an assignment it denies. An equal token bucket keeps its state; another one begins
 * with the same part of its tokens; one after anything else begins full.
 */
final class ModelledProxy {
  private static final double SECOND = 1e9;

  final Random random;
  final BucketId id;

  /** The speed of its clock: 1.001 gains a thousandth. */
  final double clock;

  double perSecond;
  long interval;
  long nextReport = Long.MAX_VALUE;
  boolean crashed;
  boolean paused;
  int node = -1;
  long admitted;
  long denied;
  long allAdmitted;
  long allDenied;
  private boolean known;
  private RateLimitStrategy strategy;
  private double tokens;
  private double perNano;
  private long filledAt;
  private long endsAt;

  ModelledProxy(BucketId id, Random random, double clock, long interval) {
    this.id = id;
    this.random = random;
    this.clock = clock;
    this.interval = interval;
  }

  /** Handles a request; returns whether it is admitted. */
  boolean request(long now) {
    boolean admits = admits(now);
    if (admits) {
      admitted++;
      allAdmitted++;
    } else {
      denied++;
      allDenied++;
    }
    return admits;
  }

  private boolean admits(long now) {
    if (strategy == null || now >= endsAt) {
      strategy = null;
      return false;
    }
    if (!strategy.hasTokenBucket()) {
      return strategy.getBlanketRule() == BlanketRule.ALLOW_ALL;
    }
    fill(now);
    if (tokens < 1) {
      return false;
    }
    tokens--;
    return true;
  }

  private void fill(long now) {
    double most = Integer.toUnsignedLong(strategy.getTokenBucket().getMaxTokens());
    tokens = Math.min(most, tokens + (now - filledAt) * perNano * clock);
    filledAt = now;
  }

  /** Returns whether this is the first request, which is reported at once. */
  boolean isNew() {
    return !known;
  }

  /** Returns the usage report, and begins to count again. */
  RateLimitQuotaUsageReports report(String domain) {
    known = true;
    BucketQuotaUsage usage =
        BucketQuotaUsage.newBuilder()
            .setBucketId(id)
            .setNumRequestsAllowed(admitted)
            .setNumRequestsDenied(denied)
            .build();
    admitted = 0;
    denied = 0;
    return RateLimitQuotaUsageReports.newBuilder()
        .setDomain(domain)
        .addBucketQuotaUsages(usage)
        .build();
  }

  /** Applies a message. */
  void receive(RateLimitQuotaResponse message, long now) {
    for (BucketAction action : message.getBucketActionList()) {
      if (known && action.hasQuotaAssignmentAction()) {
        assign(action.getQuotaAssignmentAction(), now);
      } else if (action.hasAbandonAction()) {
        known = false;
        strategy = null;
      }
    }
  }

  private void assign(BucketAction.QuotaAssignmentAction action, long now) {
    RateLimitStrategy next = action.getRateLimitStrategy();
    boolean live = strategy != null && now < endsAt;
    if (next.hasTokenBucket()) {
      begin(next.getTokenBucket(), live && strategy.hasTokenBucket(), now);
    }
    strategy = next;
    double life = action.getAssignmentTimeToLive().getSeconds() * SECOND / clock;
    endsAt = now + (long) life;
  }

  private void begin(TokenBucket next, boolean replaces, long now) {
    double most = Integer.toUnsignedLong(next.getMaxTokens());
    if (replaces) {
      fill(now);
      TokenBucket old = strategy.getTokenBucket();
      tokens = old.equals(next) ? tokens : Math.floor(most * tokens / old.getMaxTokens());
    } else {
      tokens = most;
    }
    perNano = next.getTokensPerFill().getValue() / (next.getFillInterval().getSeconds() * SECOND);
    filledAt = now;
  }
}
