package com.throttlex.server.envoy;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.protocol.envoy.BucketId;
import com.throttlex.protocol.envoy.RateLimitQuotaUsageReports.BucketQuotaUsage;
import com.throttlex.request.RequestContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the requests that proxies report, as if each had been checked here: in metrics, top keys,
 * audit entries and usage records. Charges them to rules in shadow mode.
 */
final class QuotaUsage {
  /** A proxy handles fewer requests in a second; a report of more is not true. */
  private static final long MOST_PER_SECOND = 10_000_000;

  private static final long SECOND = 1_000_000_000L;

  /** The reported requests of one bucket; the numbers are unsigned. */
  record Counts(long admitted, long denied) {
    private Counts plus(Counts other) {
      return new Counts(sum(admitted, other.admitted), sum(denied, other.denied));
    }

    /** Returns the sum; the largest number if it is larger than a long. */
    private static long sum(long one, long other) {
      return one < 0 || other < 0 || one + other < 0 ? -1 : one + other;
    }
  }

  private final ThrottleX throttlex;

  QuotaUsage(ThrottleX throttlex) {
    this.throttlex = throttlex;
  }

  /** Returns the sums of the reports of each bucket, in their order. */
  static Map<BucketId, Counts> byBucket(List<BucketQuotaUsage> reports) {
    Map<BucketId, Counts> sums = new LinkedHashMap<>();
    for (BucketQuotaUsage report : reports) {
      Counts counts = new Counts(report.getNumRequestsAllowed(), report.getNumRequestsDenied());
      sums.merge(report.getBucketId(), counts, Counts::plus);
    }
    return sums;
  }

  /** Returns the reported number, as far as it can be true after that time. */
  static long believable(long reported, long nanos) {
    long most = MOST_PER_SECOND * (1 + Math.max(0, nanos) / SECOND);
    return reported < 0 || reported > most ? most : reported; // a uint64
  }

  /** Counts requests of a bucket. */
  void count(QuotaBucket bucket, long admitted, long denied) {
    RequestContext request = bucket.request();
    if (request == null) {
      return;
    }
    Set<String> denying = bucket.denying();
    if (denied > 0 && !denying.isEmpty()) {
      throttlex.spent(request, denying, bucket.known(), denied);
    }
    if (admitted > 0 && bucket.hasShadow()) {
      shadow(bucket, request, admitted);
    } else if (admitted > 0) {
      throttlex.spent(request, Set.of(), bucket.known(), admitted);
    }
  }

  /** Charges rules in shadow mode: all requests, or else as many as fit. */
  private void shadow(QuotaBucket bucket, RequestContext request, long units) {
    List<LimitStatus> known = bucket.known();
    throttlex
        .shadow(request.toBuilder().cost(units).build())
        .thenAccept(
            decision -> {
              Set<String> overrun = QuotaBucket.overrun(decision.limits());
              if (overrun.isEmpty()) {
                count(request, known, units, Set.of());
                return;
              }
              long fit = Math.min(units - 1, fits(decision));
              count(request, known, units - fit, overrun);
              if (fit > 0) {
                shadow(bucket, request, fit);
              }
            });
  }

  private static long fits(Decision decision) {
    return decision.limits().stream().mapToLong(LimitStatus::remaining).min().orElse(0);
  }

  private void count(
      RequestContext request, List<LimitStatus> known, long count, Set<String> overrun) {
    throttlex.spent(request, overrun, known, count);
  }
}
