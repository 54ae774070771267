package com.throttlex.server.http;

import com.throttlex.adaptive.Outcome;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.server.json.JsonMembers;
import com.throttlex.server.json.StrictJson;
import io.vertx.core.json.JsonObject;

/**
 * The body of a settlement.
 *
 * @param reservation the name that the check's answer gave
 * @param cost the real cost of the work
 * @param outcome the outcome of the work
 */
record SettleJson(String reservation, long cost, Outcome outcome) {
  /**
   * Reads a settlement.
   *
   * @throws InvalidRequestException with all problems
   */
  static SettleJson read(byte[] body) {
    JsonMembers members =
        new JsonMembers(StrictJson.object(body), "reservation", "cost", "outcome");
    SettleJson asked =
        new SettleJson(
            members.name("reservation"),
            members.number("cost", 0, RequestContext.MAX_COST),
            outcome(members));
    members.finish(InvalidRequestException::new);
    return asked;
  }

  /** Returns the outcome of the work: success unless the body has another. */
  private static Outcome outcome(JsonMembers members) {
    Object value = members.value("outcome");
    for (Outcome outcome : Outcome.values()) {
      if (outcome.text().equals(value)) {
        return outcome;
      }
    }
    if (value != null) {
      members.unexpected("outcome", "success, failure, dropped or unknown");
    }
    return Outcome.SUCCESS;
  }

  /** Returns the answer: whether this settlement is the first one, which counts. */
  String answer(boolean first) {
    return new JsonObject()
        .put("reservation", reservation)
        .put("settled", true)
        .put("repeated", !first)
        .encode();
  }
}
