package com.throttlex.proxy.stored;

import com.throttlex.proxy.ProxyRoute;
import java.util.Locale;

/** Receives the events of stored requests, for metrics. */
public interface StoredListener {
  /** The events in the life of a stored request. */
  enum Event {
    /** It was stored, and its client got 202. */
    ACCEPTED,

    /** It was sent to an upstream; once for each attempt. */
    SENT,

    /** Its answer was saved. */
    ANSWERED,

    /** An attempt failed, and there will be another. */
    RETRIED,

    /** It became a dead letter. */
    FAILED,

    /** Its client cancelled it. */
    CANCELLED;

    /** Returns the word of metrics. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** An event happened to that many requests of a route. */
  void happened(ProxyRoute route, Event event, int requests);

  /** A route has that many stored requests now, on all nodes. */
  void stored(ProxyRoute route, long requests);
}
