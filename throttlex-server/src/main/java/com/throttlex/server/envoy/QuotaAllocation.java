package com.throttlex.server.envoy;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes units for the proxies of a quota bucket, and divides them.
 *
 * <p>All members that need units are served by one charge. If the store denies it, a second charge
 * takes what is left. What was taken is divided so that proxies with demand come first, and among
 * them max-min fair. If not even one unit is left, proxies without units are denied everything, and
 * the store is asked again when a unit is free.
 *
 * <p>The caller holds the monitor. When a store answers later, this takes it again.
 */
final class QuotaAllocation {
  /** The longest time before a drained limit is read again; a reset may come earlier. */
  private static final long LONGEST_PAUSE = 1_000_000_000L;

  /** The shortest time before a limit that denied is asked again. */
  private static final long SHORTEST_PAUSE = 250_000_000L;

  /** The most units in one charge. */
  private static final long MOST_TAKEN = 1L << 40;

  /** Units that may be given back later than this need a reservation of the longer kind. */
  private static final long BRIEF_NANOS = 4_000_000_000L;

  private final ThrottleX throttlex;
  private final Object monitor;
  private final ObjLongConsumer<String> settle;
  private long taken;

  QuotaAllocation(ThrottleX throttlex, Object monitor) {
    this.throttlex = throttlex;
    this.monitor = monitor;
    settle =
        (reservation, spent) -> {
          var unused = throttlex.settleAsync(reservation, spent);
        };
  }

  /** Returns the units that were taken from the store. */
  long taken() {
    return taken;
  }

  /** Members that need units, with how many each of them lacks. */
  private record Wanted(List<QuotaMember> members, List<Long> missing, long sum) {}

  /** Gives each member of a bucket what it needs, as far as there is. */
  void allocate(QuotaBucket bucket, long now) {
    bucket.refresh(now);
    RequestContext request = bucket.request();
    if (request == null) {
      bucket.members().forEach(member -> member.sendDenial(now));
    } else if (bucket.isUnlimited()) {
      bucket.members().forEach(member -> member.admitAll(now));
    } else if (!bucket.isTaking()) {
      serve(bucket, request, now);
    }
  }

  private void serve(QuotaBucket bucket, RequestContext request, long now) {
    Wanted wanted = wanted(bucket, now);
    if (wanted.sum == 0 || bucket.isDrained(now)) {
      wanted.members.forEach(member -> member.assign(now));
    } else {
      take(
          bucket, request, wanted, Math.min(wanted.sum, Math.min(bucket.most(), MOST_TAKEN)), true);
    }
  }

  private static Wanted wanted(QuotaBucket bucket, long now) {
    List<QuotaMember> members = new ArrayList<>();
    List<Long> missing = new ArrayList<>();
    long sum = 0;
    for (QuotaMember member : bucket.members()) {
      long need = member.need(bucket.most(), bucket.members().size(), now);
      if (need == 0) {
        member.goOn(now);
        continue;
      }
      members.add(member);
      missing.add(member.missing(need, now));
      sum += missing.get(missing.size() - 1);
    }
    return new Wanted(members, missing, sum);
  }

  private void take(
      QuotaBucket bucket, RequestContext request, Wanted wanted, long units, boolean first) {
    bucket.taking(true);
    CompletionStage<Decision> asked;
    try {
      boolean brief = life(wanted) <= BRIEF_NANOS;
      asked = throttlex.lend(bucket.costing(request, units, brief));
    } catch (RuntimeException e) {
      bucket.taking(false);
      throw e;
    }
    asked.whenComplete(
        (decision, failure) -> {
          synchronized (monitor) {
            answered(bucket, request, wanted, units, first, failure == null ? decision : null);
          }
        });
  }

  private static long life(Wanted wanted) {
    return wanted.members.stream().mapToLong(QuotaMember::mostAge).max().orElse(0);
  }

  private void answered(
      QuotaBucket bucket,
      RequestContext request,
      Wanted wanted,
      long units,
      boolean first,
      @Nullable Decision decision) {
    long now = throttlex.nanos();
    bucket.taking(false);
    if (decision == null) {
      return; // the store cannot decide; assignments expire, and Envoy's own settings decide
    }
    bucket.learned(decision);
    if (decision.allowed()) {
      give(bucket, wanted, units, decision.reservation(), now);
    } else if (first && units > 1) {
      take(bucket, request, wanted, Math.max(1, Math.min(left(decision), units - 1)), false);
      return;
    } else {
      long pause = Math.max(SHORTEST_PAUSE, decision.waitNanos());
      bucket.drainedUntil(now + Math.min(LONGEST_PAUSE, pause));
      wanted.members.stream().filter(QuotaMember::isOpen).forEach(member -> member.assign(now));
    }
    wanted.members.forEach(member -> member.proxy().flush());
  }

  private static long left(Decision denied) {
    return denied.limits().stream().mapToLong(LimitStatus::remaining).min().orElse(0);
  }

  private void give(
      QuotaBucket bucket, Wanted wanted, long units, @Nullable String reservation, long now) {
    taken += units;
    QuotaTake take = new QuotaTake(units, reservation, settle, wanted.members.size());
    long[] shares = shares(bucket, wanted, units, now);
    for (int i = 0; i < shares.length; i++) {
      QuotaMember member = wanted.members.get(i);
      if (member.isOpen()) {
        member.taken(take, shares[i], now);
        member.assign(now);
      } else {
        take.close(shares[i]); // the proxy went away while the store was asked
      }
    }
  }

  private static long[] shares(QuotaBucket bucket, Wanted wanted, long units, long now) {
    if (units >= wanted.sum) {
      return wanted.missing.stream().mapToLong(Long::longValue).toArray();
    }
    int count = wanted.missing.size();
    long[] busy = new long[count];
    long[] idle = new long[count];
    long[] had = new long[count];
    for (int i = 0; i < count; i++) {
      QuotaMember member = wanted.members.get(i);
      (member.demand().isIdle() ? idle : busy)[i] = wanted.missing.get(i);
      had[i] = member.had(now);
    }
    int turn = bucket.turn() % count;
    long[] shares = FairShares.split(units, busy, had, turn);
    long rest = units - Arrays.stream(shares).sum();
    long[] others = FairShares.split(rest, idle, had, turn);
    for (int i = 0; i < count; i++) {
      shares[i] += others[i];
    }
    return shares;
  }
}
