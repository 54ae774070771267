package com.throttlex.server.envoy;

import com.throttlex.ThrottleX;
import com.throttlex.protocol.envoy.BucketId;
import com.throttlex.protocol.envoy.RateLimitQuotaUsageReports;
import com.throttlex.protocol.envoy.RateLimitQuotaUsageReports.BucketQuotaUsage;
import com.throttlex.request.InvalidRequestException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Envoy's rate limit quota service: proxies decide by themselves, with units that this takes from
 * the store for them.
 *
 * <p>A bucket id is a request to the rules ({@link QuotaRequests}), and the units for it are
 * charged to all rules that apply, like the cost of any other request. So every proxy, node and
 * door shares the same limits. A proxy gets units before it spends them ({@link QuotaAccount}), as
 * many as it uses until its next report ({@link QuotaMember}).
 *
 * <p>Bounded: the number of proxies, the number of buckets of one and of all proxies, and the size
 * of a bucket id. What is beyond is denied, and not tracked.
 *
 * <p>Thread-safe: this object's monitor guards all state. It is never held while a store works.
 */
public final class Quotas {
  /** The time between two calls of {@link #tick}, on average. */
  public static final long TICK_MILLIS = 250;

  /** The most proxies with an open stream. */
  static final int MOST_PROXIES = 2_000;

  /** The most quota buckets of one proxy. */
  static final int MOST_OF_PROXY = 5_000;

  /** The most quota buckets of all proxies together. */
  static final int MOST_OF_ALL = 200_000;

  /** The time without a request after which a bucket is abandoned. */
  static final long IDLE_NANOS = 60_000_000_000L;

  /** The life of a denial that is not tracked. */
  private static final long UNTRACKED_TTL = 60;

  private record BucketKey(String domain, BucketId id) {}

  private final ThrottleX throttlex;
  private final QuotaRequests requests;
  private final QuotaAllocation allocation;
  private final QuotaUsage usage;
  private final Set<QuotaProxy> proxies = new LinkedHashSet<>();
  private final Map<BucketKey, QuotaBucket> buckets = new HashMap<>();
  private int members;
  private long reports;
  private long refused;

  /**
   * Creates the service for an engine.
   *
   * @param ipv6Prefix how many bits of an IPv6 address count
   */
  public Quotas(ThrottleX throttlex, int ipv6Prefix) {
    this.throttlex = throttlex;
    requests = new QuotaRequests(throttlex, ipv6Prefix);
    allocation = new QuotaAllocation(throttlex, this);
    usage = new QuotaUsage(throttlex);
  }

  /**
   * Opens the stream of a proxy.
   *
   * @throws InvalidRequestException if there are too many
   */
  public synchronized QuotaProxy open(String peer, QuotaProxy.Sink sink) {
    if (proxies.size() >= MOST_PROXIES) {
      throw DescriptorReader.invalid("streams", proxies.size(), "fewer than " + MOST_PROXIES);
    }
    QuotaProxy proxy = new QuotaProxy(peer, sink, throttlex.nanos());
    proxies.add(proxy);
    return proxy;
  }

  /**
   * Records the usage reports of a proxy, and sends assignments.
   *
   * @throws InvalidRequestException if the domain is missing or has changed
   */
  public synchronized void report(QuotaProxy proxy, RateLimitQuotaUsageReports message) {
    requireDomain(proxy, message.getDomain());
    if (!proxies.contains(proxy)) {
      return;
    }
    long now = throttlex.nanos();
    proxy.reported(now);
    reports++;
    Set<QuotaBucket> touched = new LinkedHashSet<>();
    for (BucketQuotaUsage reported : message.getBucketQuotaUsagesList()) {
      QuotaMember member = member(proxy, reported.getBucketId(), now);
      if (member != null) {
        record(member, reported, now);
        touched.add(member.bucket());
      }
    }
    touched.forEach(bucket -> allocation.allocate(bucket, now));
    proxies(touched).forEach(QuotaProxy::flush);
    proxy.flush();
  }

  private static void requireDomain(QuotaProxy proxy, String domain) {
    if (proxy.domain().isEmpty()) {
      if (domain.isEmpty()) {
        throw DescriptorReader.invalid("domain", "\"\"", "a name in the first report");
      }
      proxy.domain(domain);
    } else if (!domain.isEmpty() && !domain.equals(proxy.domain())) {
      throw DescriptorReader.invalid("domain", domain, "that of the stream, " + proxy.domain());
    }
  }

  private void record(QuotaMember member, BucketQuotaUsage reported, long now) {
    long silence = member.demand().silence(now);
    long admitted = QuotaUsage.believable(reported.getNumRequestsAllowed(), silence);
    long denied = QuotaUsage.believable(reported.getNumRequestsDenied(), silence);
    QuotaBucket bucket = member.bucket();
    bucket.refresh(now);
    usage.count(bucket, admitted, denied);
    member.report(admitted, denied, bucket.most(), now);
  }

  /** Returns the member of a bucket; null if it is not tracked. */
  private @Nullable QuotaMember member(QuotaProxy proxy, BucketId id, long now) {
    QuotaMember known = proxy.members().get(id);
    if (known != null) {
      return known;
    }
    if (id.getBucketCount() == 0) {
      refused++;
      return null;
    }
    boolean full = members >= MOST_OF_ALL || proxy.members().size() >= MOST_OF_PROXY;
    if (full || id.getSerializedSize() > QuotaRequests.MAX_BYTES) {
      refused++;
      proxy.add(QuotaActions.deny(id, UNTRACKED_TTL));
      return null;
    }
    QuotaBucket bucket =
        buckets.computeIfAbsent(
            new BucketKey(proxy.domain(), id),
            key -> new QuotaBucket(throttlex, requests, key.domain, id, now));
    QuotaMember added = new QuotaMember(proxy, id, bucket, now);
    bucket.members().add(added);
    proxy.members().put(id, added);
    members++;
    return added;
  }

  private static Set<QuotaProxy> proxies(Iterable<QuotaBucket> touched) {
    Set<QuotaProxy> theirs = new LinkedHashSet<>();
    touched.forEach(bucket -> bucket.members().forEach(member -> theirs.add(member.proxy())));
    return theirs;
  }

  /** Gives units to proxies that need them, and abandons buckets without requests. */
  public synchronized void tick() {
    long now = throttlex.nanos();
    for (QuotaBucket bucket : List.copyOf(buckets.values())) {
      for (QuotaMember member : List.copyOf(bucket.members())) {
        if (isIdle(member, now)) {
          abandon(member);
        }
      }
      allocation.allocate(bucket, now);
    }
    proxies.forEach(QuotaProxy::flush);
  }

  /** A denied bucket is not abandoned: Envoy might admit its next request without an assignment. */
  private static boolean isIdle(QuotaMember member, long now) {
    return member.demand().idleness(now) > IDLE_NANOS
        && (!member.isDenied() || member.demand().silence(now) > IDLE_NANOS);
  }

  private void abandon(QuotaMember member) {
    member.proxy().add(QuotaActions.abandon(member.id()));
    member.proxy().members().remove(member.id());
    remove(member);
  }

  private void remove(QuotaMember member) {
    QuotaBucket bucket = member.bucket();
    member.close();
    bucket.members().remove(member);
    members--;
    if (bucket.members().isEmpty()) {
      buckets.remove(new BucketKey(bucket.domain(), bucket.id()));
    }
  }

  /** Closes the stream of a proxy. Its units stay charged, because it may still spend them. */
  public synchronized void close(QuotaProxy proxy) {
    if (proxies.remove(proxy)) {
      proxy.members().values().forEach(this::remove);
      proxy.members().clear();
    }
  }

  /** Returns the proxies with an open stream, in the order in which they came. */
  public synchronized List<ProxyStatus> proxies() {
    List<ProxyStatus> all = new ArrayList<>();
    proxies.forEach(proxy -> all.add(proxy.status()));
    return all;
  }

  /** Returns the number of quota buckets of all proxies. */
  public synchronized long members() {
    return members;
  }

  /** Returns the number of usage reports. */
  public synchronized long reports() {
    return reports;
  }

  /** Returns the number of reports of buckets that are not tracked. */
  public synchronized long refused() {
    return refused;
  }

  /** Returns the units that were taken from the store for proxies. */
  public synchronized long taken() {
    return allocation.taken();
  }
}
