package com.throttlex.server.http;

import com.throttlex.adaptive.Outcome;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import io.vertx.core.json.JsonObject;

/**
 * What a settlement asks.
 *
 * @param reservation the name that the check's answer gave
 * @param cost what the work really cost
 * @param outcome what came of it
 */
record SettleJson(String reservation, long cost, Outcome outcome) {
  /**
   * Reads a settlement.
   *
   * @throws InvalidRequestException with every problem
   */
  static SettleJson read(byte[] body) {
    Members members = Members.read(body, "reservation", "cost", "outcome");
    SettleJson asked =
        new SettleJson(
            members.text("reservation"),
            members.number("cost", 0, RequestContext.MAX_COST),
            members.outcome("outcome"));
    members.finish();
    return asked;
  }

  /** The answer: whether this settlement was the one that counts. */
  String answer(boolean first) {
    return new JsonObject()
        .put("reservation", reservation)
        .put("settled", true)
        .put("repeated", !first)
        .encode();
  }
}
