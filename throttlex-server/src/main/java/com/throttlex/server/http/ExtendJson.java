package com.throttlex.server.http;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.server.json.JsonMembers;
import com.throttlex.server.json.StrictJson;

/**
 * The body of an extension.
 *
 * @param reservation the name that the check's answer gave
 * @param cost the further units
 */
record ExtendJson(String reservation, long cost) {
  /**
   * Reads an extension.
   *
   * @throws InvalidRequestException with all problems
   */
  static ExtendJson read(byte[] body) {
    JsonMembers members = new JsonMembers(StrictJson.object(body), "reservation", "cost");
    ExtendJson asked =
        new ExtendJson(
            members.name("reservation"), members.number("cost", 1, RequestContext.MAX_COST));
    members.finish(InvalidRequestException::new);
    return asked;
  }
}
