package com.throttlex.server.envoy;

import com.throttlex.Decision;
import com.throttlex.LimitInForce;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.protocol.envoy.BucketId;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.RuleBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The requests with one bucket id of one domain, as the rules see them, and the proxies that have
 * reported them to this node. Not thread-safe; guarded by {@link Quotas}.
 */
final class QuotaBucket {
  /** The time after which overrides and adaptive limits are read again. */
  private static final long REFRESH_NANOS = 1_000_000_000L;

  private final ThrottleX throttlex;
  private final QuotaRequests requests;
  private final String domain;
  private final BucketId id;
  private final List<QuotaMember> members = new ArrayList<>();
  private @Nullable RuleBook book;
  private @Nullable RequestContext request;
  private List<LimitInForce> limits = List.of();
  private List<LimitStatus> known = List.of();
  private long most = 1;
  private boolean unlimited;
  private long readAt;
  private long retryAt;
  private boolean taking;
  private int turn;

  QuotaBucket(ThrottleX throttlex, QuotaRequests requests, String domain, BucketId id, long now) {
    this.throttlex = throttlex;
    this.requests = requests;
    this.domain = domain;
    this.id = id;
    retryAt = now;
    readAt = now;
  }

  String domain() {
    return domain;
  }

  BucketId id() {
    return id;
  }

  List<QuotaMember> members() {
    return members;
  }

  /** Returns the request of this bucket; null if its values are invalid, so that it is denied. */
  @Nullable RequestContext request() {
    return request;
  }

  /** Returns the last known state of the limits. */
  List<LimitStatus> known() {
    return known;
  }

  /** Returns the units of the smallest limit: the most that one take can have. */
  long most() {
    return most;
  }

  /** Returns whether no rule can deny the requests. */
  boolean isUnlimited() {
    return unlimited;
  }

  /** Returns whether units are being taken from the store. */
  boolean isTaking() {
    return taking;
  }

  /** Returns whether the store said that not even one unit is free before a later time. */
  boolean isDrained(long now) {
    return now < retryAt;
  }

  /** Returns whether a rule in shadow mode applies. */
  boolean hasShadow() {
    return limits.stream().anyMatch(LimitInForce::shadow);
  }

  /** Returns the rule that denies the requests: the one that has the least left. */
  Set<String> denying() {
    String rule = null;
    long least = Long.MAX_VALUE;
    for (LimitInForce limit : limits) {
      long left = limit.shadow() ? Long.MAX_VALUE : left(limit);
      if (left < least) {
        least = left;
        rule = limit.rule();
      }
    }
    return rule == null ? Set.of() : Set.of(rule);
  }

  private long left(LimitInForce limit) {
    for (LimitStatus status : known) {
      if (status.rule().equals(limit.rule()) && status.limit().equals(limit.limit())) {
        return status.remaining();
      }
    }
    return limit.limit().capacity();
  }

  /** Reads the limits in force, at once after a change of the rules and otherwise once a second. */
  // Books are compared by identity, because they are replaced as a whole.
  @SuppressWarnings("ReferenceEquality")
  void refresh(long now) {
    RuleBook current = throttlex.rules();
    boolean other = current != book;
    if (other || now - readAt >= REFRESH_NANOS) {
      book = current;
      readAt = now;
      read(other);
    }
  }

  private void read(boolean otherBook) {
    if (otherBook) {
      request = context();
    }
    RequestContext of = request;
    List<LimitInForce> now = of == null ? List.of() : throttlex.inForce(of);
    if (otherBook || !now.equals(limits)) {
      boolean changed = !now.equals(limits);
      limits = now;
      most = most(now);
      unlimited = of != null && now.stream().allMatch(LimitInForce::shadow);
      if (changed) {
        retryAt = Long.MIN_VALUE;
        members.forEach(QuotaMember::limitsChanged);
      }
    }
  }

  private @Nullable RequestContext context() {
    try {
      return requests.of(domain, id);
    } catch (InvalidRequestException e) {
      return null; // a client may have chosen a value, so it is denied and no error
    }
  }

  private static long most(List<LimitInForce> limits) {
    long most = Statuses.UNLIMITED - 1; // Envoy's tokens are a uint32
    for (LimitInForce limit : limits) {
      most = limit.shadow() ? most : Math.min(most, limit.limit().capacity());
    }
    return Math.max(1, most);
  }

  /** Returns the request for that many units. */
  RequestContext costing(RequestContext of, long units, boolean brief) {
    return of.toBuilder().cost(units).revocable(brief).reserve(!brief).build();
  }

  void taking(boolean taking) {
    this.taking = taking;
  }

  /** Records the answer of the store. */
  void learned(Decision decision) {
    known = decision.limits();
  }

  /** Records that not even one unit is free for a time. */
  void drainedUntil(long time) {
    retryAt = time;
  }

  /** Returns the member that is the first to get a rest; another one each time. */
  int turn() {
    turn = (turn + 1) % Math.max(1, members.size());
    return turn;
  }

  /** Returns the ids of the rules of these limits that would have denied. */
  static Set<String> overrun(List<LimitStatus> limits) {
    Set<String> rules = new TreeSet<>();
    for (LimitStatus status : limits) {
      if (!status.allowed()) {
        rules.add(status.rule());
      }
    }
    return rules;
  }
}
