package com.throttlex.server.admin;

import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * A proxy that decides by itself, with units from this node.
 *
 * @param peer its address
 * @param domain the domain of its quota buckets; empty before its first report
 * @param since when it connected
 * @param reported when its last usage report came
 * @param reports the number of its usage reports
 * @param buckets the number of its quota buckets
 */
public record ConnectedProxy(
    String peer, String domain, Instant since, Instant reported, long reports, int buckets) {
  JsonObject json() {
    return new JsonObject()
        .put("peer", peer)
        .put("domain", domain)
        .put("since", since.toString())
        .put("reported", reported.toString())
        .put("reports", reports)
        .put("buckets", buckets);
  }
}
