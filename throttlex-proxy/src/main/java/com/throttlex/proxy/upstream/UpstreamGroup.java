package com.throttlex.proxy.upstream;

import java.net.URI;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The upstreams of one route, of which the less busy of two random ones gets a request. */
public final class UpstreamGroup {
  private final List<Upstream> upstreams;
  private final IntUnaryOperator random;

  /**
   * Creates a group.
   *
   * @param random returns a number from 0 to below its argument
   */
  public UpstreamGroup(List<URI> urls, IntUnaryOperator random) {
    upstreams = urls.stream().map(Upstream::new).toList();
    this.random = random;
  }

  /** The upstreams. */
  public List<Upstream> upstreams() {
    return upstreams;
  }

  /**
   * Returns an upstream for a request, which counts as in flight from now on; null if all are
   * ejected.
   *
   * @param not the upstream that failed, which is used again only if there is no other; or null
   */
  public @Nullable Upstream pick(long now, @Nullable Upstream not) {
    Upstream picked = choose(now, not);
    if (picked == null && not != null && not.isAvailable(now)) {
      picked = not;
    }
    if (picked != null) {
      picked.begin();
    }
    return picked;
  }

  private @Nullable Upstream choose(long now, @Nullable Upstream not) {
    int size = upstreams.size();
    if (size == 1) {
      Upstream only = upstreams.get(0);
      return only != not && only.isAvailable(now) ? only : null;
    }
    int first = random.applyAsInt(size);
    int second = (first + 1 + random.applyAsInt(size - 1)) % size;
    Upstream a = upstreams.get(first);
    Upstream b = upstreams.get(second);
    boolean swapped = b.inFlight() < a.inFlight();
    Upstream better = swapped ? b : a;
    Upstream other = swapped ? a : b;
    if (better != not && better.isAvailable(now)) {
      return better;
    } else if (other != not && other.isAvailable(now)) {
      return other;
    }
    return any(now, not, first);
  }

  /** Returns the first available upstream after a place. */
  private @Nullable Upstream any(long now, @Nullable Upstream not, int from) {
    for (int i = 0; i < upstreams.size(); i++) {
      Upstream next = upstreams.get((from + i) % upstreams.size());
      if (next != not && next.isAvailable(now)) {
        return next;
      }
    }
    return null;
  }
}
