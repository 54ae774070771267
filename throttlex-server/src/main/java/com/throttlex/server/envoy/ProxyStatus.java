package com.throttlex.server.envoy;

/**
 * The state of a proxy with a quota stream.
 *
 * @param peer its address
 * @param domain the domain of its quota buckets; empty before its first report
 * @param sinceNanos when it opened the stream, in nanoseconds since the epoch
 * @param reportedNanos when its last report came
 * @param reports the number of its reports
 * @param buckets the number of its quota buckets
 */
public record ProxyStatus(
    String peer, String domain, long sinceNanos, long reportedNanos, long reports, int buckets) {}
