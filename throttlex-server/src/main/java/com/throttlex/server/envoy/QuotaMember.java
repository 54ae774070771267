package com.throttlex.server.envoy;

import com.throttlex.protocol.envoy.BucketId;

/**
 * The part of one proxy in one quota bucket: what it wants, has, and was sent last.
 *
 * <p>It asks for new units when a report shows that it has less than two thirds of what it wants,
 * when its units are spent by its rate, or when its assignment ends soon. Not thread-safe; guarded
 * by {@link Quotas}.
 */
final class QuotaMember {
  private static final long SECOND = 1_000_000_000L;

  /**
   * The time before the end of an assignment at which a new one is sent. It is longer than a
   * message takes: an equal assignment that arrives too late would begin with all of its units
   * again.
   */
  private static final long MARGIN_NANOS = 750_000_000L;

  /** The life of assignments whose units are not limited. */
  private static final long BLANKET_TTL = 30;

  /** The parts of a limit that all members together may want beyond their demand. */
  private static final int SPARE = 16;

  private enum Sent {
    NOTHING,
    UNITS,
    DENIAL,
    ADMISSION
  }

  private final QuotaProxy proxy;
  private final BucketId id;
  private final QuotaBucket bucket;
  private final QuotaAccount account = new QuotaAccount();
  private final QuotaDemand demand;
  private Sent sent = Sent.NOTHING;
  private long units;
  private long left;
  private long earlier;
  private long endsAt;
  private long leftAt;
  private boolean reported;
  private boolean changed;
  private boolean open = true;
  private double had;
  private long hadAt;

  QuotaMember(QuotaProxy proxy, BucketId id, QuotaBucket bucket, long now) {
    this.proxy = proxy;
    this.id = id;
    this.bucket = bucket;
    demand = new QuotaDemand(now);
    hadAt = now;
    leftAt = now;
  }

  QuotaProxy proxy() {
    return proxy;
  }

  BucketId id() {
    return id;
  }

  QuotaBucket bucket() {
    return bucket;
  }

  QuotaDemand demand() {
    return demand;
  }

  /** Records a report. */
  void report(long admitted, long denied, long mostDebt, long now) {
    demand.report(admitted + denied, now);
    if (sent != Sent.ADMISSION) {
      account.spent(admitted, mostDebt, now);
      account.release(now, mostAge());
    }
    left = Math.max(0, left - Math.max(0, admitted - earlier));
    leftAt = now;
    earlier = 0;
    reported = true;
  }

  /** The limits have changed: the next assignment replaces the present one, whatever is left. */
  void limitsChanged() {
    changed = true;
  }

  /** Returns how many seconds an assignment of units lives: two reporting intervals. */
  private long ttl() {
    long seconds = (2 * demand.interval() + SECOND - 1) / SECOND;
    return Math.max(2, Math.min(QuotaActions.LONGEST_TTL, seconds));
  }

  private long ttlNanos() {
    return ttl() * SECOND;
  }

  /** Returns how old units may be when they are assigned. */
  long mostAge() {
    return ttlNanos() + QuotaAccount.ARRIVAL_NANOS;
  }

  /** Returns the units that this member uses until its next report, and some more. */
  long want(long most, int members) {
    long use = demand.in(demand.interval());
    long spare = demand.isIdle() ? 0 : most / ((long) SPARE * members);
    return Math.max(1, Math.min(most, Math.max(use + Math.max(1, use / 2), spare)));
  }

  /** Returns the units that a new assignment should have; 0 if the present one suffices. */
  long need(long most, int members, long now) {
    if (demand.isSilent(now) || !proxy.isReady()) {
      return 0;
    }
    long want = want(most, members);
    long left = left(now);
    boolean low = reported ? left * 3 < want * 2 : left == 0 && !demand.isIdle();
    boolean old = reported && !account.isYoung(now, mostAge());
    boolean ends = sent != Sent.UNITS || now > endsAt - MARGIN_NANOS;
    return changed || low || old || ends ? want : 0;
  }

  /** Returns the units to take for an assignment of that many: those that are not there yet. */
  long missing(long need, long now) {
    return Math.max(0, need + account.debt() - account.available(now, mostAge()));
  }

  /** Returns the units that the proxy has left, by its rate since its last report. */
  private long left(long now) {
    return Math.max(0, left - demand.in(Math.max(0, now - leftAt)));
  }

  /**
   * Sets the units of a new assignment. What was spent of the last one is not reported yet; the
   * next report is the sum of both.
   */
  private void left(long units, long now) {
    earlier += left - left(now);
    left = units;
    leftAt = now;
  }

  /** Returns the units received lately. */
  long had(long now) {
    had *= Math.pow(0.5, (double) (now - hadAt) / demand.interval());
    hadAt = now;
    return (long) had;
  }

  /** Adds units that were taken. */
  void taken(QuotaTake take, long share, long now) {
    had = had(now) + share;
    account.taken(take, share, now);
  }

  /** Sends what is there, if it is more than the proxy has left. */
  void assign(long now) {
    long there = Math.min(account.available(now, mostAge()), Statuses.UNLIMITED - 1);
    boolean ends = now > endsAt - MARGIN_NANOS;
    if (there > 0 && (there > left(now) || changed || ends)) {
      sendUnits(there, now);
    } else if (changed || ends) {
      sendDenial(now);
    }
    reported = false;
    changed = false;
  }

  private void sendUnits(long there, long now) {
    proxy.add(QuotaActions.deny(id, ttl()));
    proxy.add(QuotaActions.units(id, there, ttl()));
    account.sent(there, now, ttlNanos());
    units = there;
    left(there, now);
    sent(Sent.UNITS, ttlNanos(), now);
  }

  /** Denies everything until the next assignment. */
  void sendDenial(long now) {
    long life = Math.max(ttl(), BLANKET_TTL);
    boolean known = sent == Sent.DENIAL && now < endsAt - life * SECOND / 2;
    if (!known) {
      proxy.add(QuotaActions.deny(id, life));
      account.sent(0, now, 0);
      left(0, now);
      sent(Sent.DENIAL, life * SECOND, now);
    }
  }

  /** Allows everything; sent again when half of its life is over. */
  void admitAll(long now) {
    long life = Math.max(ttl(), BLANKET_TTL);
    if (changed || sent != Sent.ADMISSION || now > endsAt - life * SECOND / 2) {
      proxy.add(QuotaActions.allow(id, life));
      left(0, now);
      sent(Sent.ADMISSION, life * SECOND, now);
    }
    reported = false;
    changed = false;
  }

  /** Lets the proxy go on with the units that it has, if it reported that there are enough. */
  void goOn(long now) {
    if (reported && mayGoOn(now)) {
      proxy.add(QuotaActions.units(id, units, ttl()));
      account.renewed(now, ttlNanos());
      sent(Sent.UNITS, ttlNanos(), now);
    }
    reported = false;
  }

  private boolean mayGoOn(long now) {
    return sent == Sent.UNITS
        && proxy.isReady()
        && !changed
        && now <= endsAt - MARGIN_NANOS
        && account.isYoung(now, mostAge());
  }

  private void sent(Sent what, long lifeNanos, long now) {
    sent = what;
    endsAt = now + lifeNanos;
  }

  /** Ends this: no further report comes, and nothing more is sent. */
  void close() {
    open = false;
    account.close();
  }

  boolean isOpen() {
    return open;
  }

  /** Returns whether the proxy is denied everything. */
  boolean isDenied() {
    return sent == Sent.DENIAL;
  }
}
