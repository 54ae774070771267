package com.throttlex.replay.suggest;

import com.throttlex.request.RequestContext;
import java.io.IOException;

/** Recorded requests in the order of their time, which can be read several times. */
@FunctionalInterface
public interface RecordedTraffic {
  /** Reads all requests. */
  void read(Sink sink) throws IOException;

  /** Receives the requests. */
  @FunctionalInterface
  interface Sink {
    /**
     * Receives one request.
     *
     * @param nanos its time, in nanoseconds since the epoch
     * @param status the status of its response; 0 or less if it is not known
     */
    void accept(long nanos, RequestContext request, int status);
  }
}
