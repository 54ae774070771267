package com.throttlex.server.envoy;

import com.throttlex.ThrottleX;
import com.throttlex.protocol.envoy.BucketId;
import com.throttlex.protocol.envoy.RateLimitQuotaUsageReports;
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
 * <p>Bounded: the number of proxies, the number of buckets of one and of all proxies, the size of a
 * bucket id and of all ids, and what one address has of all that ({@link QuotaPlaces}). What is
 * beyond is denied, and not tracked.
 *
 * <p>Thread-safe: this object's monitor guards all state. It is never held while a store works.
 */
public final class Quotas {
  /** The time between two calls of {@link #tick}, on average. */
  public static final long TICK_MILLIS = 250;

  /** The most quota buckets of one proxy. */
  static final int MOST_OF_PROXY = 5_000;

  /** The most characters of a domain. */
  static final int MOST_DOMAIN = 256;

  /** The time without a report after which a stream is reset. */
  static final long SILENT_NANOS = 300_000_000_000L;

  /** The shortest time without a request after which a bucket is abandoned. */
  static final long IDLE_NANOS = 60_000_000_000L;

  /** The fewest reporting intervals without a request after which a bucket is abandoned. */
  private static final long IDLE_INTERVALS = 3;

  /** The life of a denial that is not tracked. */
  private static final long UNTRACKED_TTL = 60;

  private record BucketKey(String domain, BucketId id) {}

  private final ThrottleX throttlex;
  private final QuotaRequests requests;
  private final QuotaAllocation allocation;
  private final QuotaUsage usage;
  private final Set<QuotaProxy> proxies = new LinkedHashSet<>();
  private final Map<BucketKey, QuotaBucket> buckets = new HashMap<>();
  private final QuotaPlaces places;
  private long reports;
  private long refused;

  /**
   * Creates the service for an engine.
   *
   * @param ipv6Prefix how many bits of an IPv6 address count
   */
  public Quotas(ThrottleX throttlex, int ipv6Prefix) {
    this(throttlex, ipv6Prefix, QuotaPlaces.ofHeap());
  }

  Quotas(ThrottleX throttlex, int ipv6Prefix, QuotaPlaces places) {
    this.places = places;
    this.throttlex = throttlex;
    requests = new QuotaRequests(throttlex, ipv6Prefix);
    allocation = new QuotaAllocation(throttlex, this);
    usage = new QuotaUsage(throttlex);
  }

  /**
   * Opens the stream of a proxy.
   *
   * @throws InvalidRequestException if there are too many, or too many of its address
   */
  public synchronized QuotaProxy open(String peer, QuotaProxy.Sink sink) {
    QuotaProxy proxy = new QuotaProxy(peer, sink, throttlex.nanos());
    if (!places.open(proxy.address())) {
      throw DescriptorReader.invalid(
          "streams",
          proxies.size(),
          "fewer than "
              + QuotaPlaces.MOST_STREAMS
              + ", and from one address at most as many as are left");
    }
    proxies.add(proxy);
    return proxy;
  }

  /**
   * Records the usage reports of a proxy, and sends assignments.
   *
   * @throws InvalidRequestException if the domain is missing, too long or has changed
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
    QuotaUsage.byBucket(message.getBucketQuotaUsagesList())
        .forEach(
            (id, counts) -> {
              QuotaMember member = member(proxy, id, now);
              if (member != null) {
                record(member, counts, now);
                touched.add(member.bucket());
              }
            });
    touched.forEach(bucket -> allocation.allocate(bucket, now));
    proxies(touched).forEach(QuotaProxy::flush);
    proxy.flush();
  }

  private static void requireDomain(QuotaProxy proxy, String domain) {
    if (domain.length() > MOST_DOMAIN) {
      throw DescriptorReader.invalid(
          "domain", domain.length() + " characters", "at most " + MOST_DOMAIN);
    }
    if (proxy.domain().isEmpty()) {
      if (domain.isEmpty()) {
        throw DescriptorReader.invalid("domain", "\"\"", "a name in the first report");
      }
      proxy.domain(domain);
    } else if (!domain.isEmpty() && !domain.equals(proxy.domain())) {
      throw DescriptorReader.invalid("domain", domain, "that of the stream, " + proxy.domain());
    }
  }

  private void record(QuotaMember member, QuotaUsage.Counts counts, long now) {
    long silence = member.demand().silence(now);
    long admitted = QuotaUsage.believable(counts.admitted(), silence);
    long denied = QuotaUsage.believable(counts.denied(), silence);
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
    QuotaBucket bucket = isFull(proxy, id) ? null : bucket(proxy.domain(), id, now);
    if (bucket == null || !places.add(proxy.address(), id.getSerializedSize())) {
      refused++;
      proxy.add(QuotaActions.deny(id, UNTRACKED_TTL));
      return null;
    }
    buckets.putIfAbsent(new BucketKey(proxy.domain(), id), bucket);
    QuotaMember added = new QuotaMember(proxy, id, bucket, now);
    bucket.members().add(added);
    proxy.members().put(id, added);
    return added;
  }

  private static boolean isFull(QuotaProxy proxy, BucketId id) {
    return proxy.members().size() >= MOST_OF_PROXY
        || id.getSerializedSize() > QuotaRequests.MAX_BYTES;
  }

  /** Returns the bucket of an id, which may be new; null if its values are invalid. */
  private @Nullable QuotaBucket bucket(String domain, BucketId id, long now) {
    QuotaBucket known = buckets.get(new BucketKey(domain, id));
    QuotaBucket bucket =
        known == null ? new QuotaBucket(throttlex, requests, domain, id, now) : known;
    bucket.refresh(now);
    return bucket.request() == null ? null : bucket;
  }

  private static Set<QuotaProxy> proxies(Iterable<QuotaBucket> touched) {
    Set<QuotaProxy> theirs = new LinkedHashSet<>();
    touched.forEach(bucket -> bucket.members().forEach(member -> theirs.add(member.proxy())));
    return theirs;
  }

  /**
   * Gives units to proxies that need them, abandons buckets without requests, and resets silent
   * streams. A bucket that fails stops no other one; the last failure is thrown in the end.
   */
  public synchronized void tick() {
    long now = throttlex.nanos();
    RuntimeException failure = null;
    for (QuotaBucket bucket : List.copyOf(buckets.values())) {
      try {
        tick(bucket, now);
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    proxies.forEach(QuotaProxy::flush);
    resetSilent(now);
    if (failure != null) {
      throw failure;
    }
  }

  private void tick(QuotaBucket bucket, long now) {
    for (QuotaMember member : List.copyOf(bucket.members())) {
      if (isIdle(member, now)) {
        abandon(member);
      }
    }
    allocation.allocate(bucket, now);
  }

  private void resetSilent(long now) {
    for (QuotaProxy proxy : List.copyOf(proxies)) {
      if (proxy.silence(now) > SILENT_NANOS) {
        close(proxy);
        proxy.reset();
      }
    }
  }

  /** A denied bucket is not abandoned: Envoy might admit its next request without an assignment. */
  private static boolean isIdle(QuotaMember member, long now) {
    long patience = Math.max(IDLE_NANOS, IDLE_INTERVALS * member.demand().interval());
    return member.demand().idleness(now) > patience
        && (!member.isDenied() || member.demand().silence(now) > patience);
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
    places.remove(member.proxy().address(), member.id().getSerializedSize());
    if (bucket.members().isEmpty()) {
      buckets.remove(new BucketKey(bucket.domain(), bucket.id()));
    }
  }

  /** Closes the stream of a proxy. Its units stay charged, because it may still spend them. */
  public synchronized void close(QuotaProxy proxy) {
    if (proxies.remove(proxy)) {
      proxy.members().values().forEach(this::remove);
      proxy.members().clear();
      places.close(proxy.address());
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
    return places.buckets();
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
