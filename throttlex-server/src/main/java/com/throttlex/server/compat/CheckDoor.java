package com.throttlex.server.compat;

import com.throttlex.server.admin.AdminAnswer;
import io.vertx.core.MultiMap;

/** Answers checks that arrive on the admin port, as the data port answers them. */
public interface CheckDoor {
  /**
   * Returns the answer to a check; may block.
   *
   * @throws com.throttlex.request.InvalidRequestException when the body or a header is malformed
   */
  AdminAnswer check(MultiMap headers, String body);
}
