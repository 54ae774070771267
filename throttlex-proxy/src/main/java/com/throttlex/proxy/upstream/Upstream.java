package com.throttlex.proxy.upstream;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One upstream, its requests in flight, and its health.
 *
 * <p>After {@link #MOST_FAILURES} failures in a row it is ejected for {@link #OUT_NANOS}. Then one
 * request tries it. After a success it is used again; a failure ejects it for the same time again.
 */
public final class Upstream {
  /** The failures in a row after which an upstream is ejected. */
  public static final int MOST_FAILURES = 5;

  /** The time for which an upstream is ejected. */
  public static final long OUT_NANOS = 10_000_000_000L;

  private static final long IN = Long.MIN_VALUE;

  private final URI url;
  private final boolean secure;
  private final String host;
  private final int port;
  private final String basePath;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicLong outUntil = new AtomicLong(IN);

  Upstream(URI url) {
    this.url = url;
    secure = "https".equals(url.getScheme());
    String name = url.getHost();
    host = name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
    port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    basePath = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  /** The URL of the configuration. */
  public URI url() {
    return url;
  }

  /** Returns whether connections use TLS. */
  public boolean isSecure() {
    return secure;
  }

  /** The host name or address, without brackets. */
  public String host() {
    return host;
  }

  /** The port. */
  public int port() {
    return port;
  }

  /** The path before every request's path, without a slash at its end. */
  public String basePath() {
    return basePath;
  }

  /** The number of requests in flight. */
  public int inFlight() {
    return inFlight.get();
  }

  void begin() {
    inFlight.incrementAndGet();
  }

  /** Ends a request that {@link UpstreamGroup#pick} began. */
  public void end() {
    inFlight.decrementAndGet();
  }

  /** Records that the upstream answered. */
  public void succeeded() {
    if (failures.get() != 0) {
      failures.set(0);
    }
    if (outUntil.get() != IN) {
      outUntil.set(IN);
    }
  }

  /** Records a failure; returns whether it ejects the upstream, which was not ejected before. */
  public boolean failed(long now) {
    boolean out = failures.incrementAndGet() >= MOST_FAILURES;
    return out && outUntil.getAndSet(now + OUT_NANOS) == IN;
  }

  /**
   * Returns whether a request may go to this upstream now. After the time of its ejection, one
   * caller gets true, and others only after the same time again.
   */
  boolean isAvailable(long now) {
    long until = outUntil.get();
    return until == IN || (now - until >= 0 && outUntil.compareAndSet(until, now + OUT_NANOS));
  }

  /** Returns whether the upstream is ejected. */
  public boolean isOut() {
    return outUntil.get() != IN;
  }
}
