package com.throttlex.server.envoy;

import com.throttlex.protocol.envoy.BucketId;
import com.throttlex.protocol.envoy.RateLimitQuotaResponse;
import com.throttlex.protocol.envoy.RateLimitQuotaResponse.BucketAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A proxy with an open quota stream: its domain, and its part of each quota bucket. */
public final class QuotaProxy {
  /** The way of messages to the proxy. */
  public interface Sink {
    /** Returns whether the proxy reads its messages; if not, no more are sent. */
    boolean isReady();

    /** Sends a message; never waits. */
    void send(RateLimitQuotaResponse message);

    /** Ends the stream at once; never waits. */
    void reset();
  }

  private final String peer;
  private final String address;
  private final long since;
  private final Sink sink;
  private final Map<BucketId, QuotaMember> members = new HashMap<>();
  private final List<BucketAction> outbox = new ArrayList<>();
  private String domain = "";
  private long reportedAt;
  private long reports;

  QuotaProxy(String peer, Sink sink, long now) {
    this.peer = peer;
    address = address(peer);
    this.sink = sink;
    since = now;
    reportedAt = now;
  }

  /** Returns a peer without its port. */
  static String address(String peer) {
    int port = peer.lastIndexOf(':');
    return port < 0 ? peer : peer.substring(0, port);
  }

  String address() {
    return address;
  }

  String domain() {
    return domain;
  }

  void domain(String domain) {
    this.domain = domain;
  }

  Map<BucketId, QuotaMember> members() {
    return members;
  }

  void reported(long now) {
    reportedAt = now;
    reports++;
  }

  /** Returns the time since the last report, or since the stream was opened. */
  long silence(long now) {
    return now - reportedAt;
  }

  /** Ends the stream at once. */
  void reset() {
    sink.reset();
  }

  boolean isReady() {
    return sink.isReady();
  }

  void add(BucketAction action) {
    outbox.add(action);
  }

  /** Sends all actions that were added, in one message. */
  void flush() {
    if (!outbox.isEmpty()) {
      sink.send(RateLimitQuotaResponse.newBuilder().addAllBucketAction(outbox).build());
      outbox.clear();
    }
  }

  ProxyStatus status() {
    return new ProxyStatus(peer, domain, since, reportedAt, reports, members.size());
  }
}
