package com.throttlex.server.admin;

import java.io.IOException;
import java.time.Instant;

/** The requests that the service has recorded. */
public interface RecordedFiles {
  /**
   * Opens the recorded files that can contain requests of that time or later, with all requests
   * that were decided before this call.
   */
  RecordedSnapshot snapshot(Instant from) throws IOException;

  /** Returns the part of clients whose requests are recorded, more than 0 and at most 1. */
  double share();
}
