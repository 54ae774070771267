package com.throttlex.grpc;

import io.grpc.Server;
import java.util.concurrent.TimeUnit;

/** Ends servers, with a bound. */
final class Ending {
  private Ending() {}

  static void of(Server server) {
    server.shutdownNow();
    try {
      if (!server.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new AssertionError("the server did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
