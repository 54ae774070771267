package com.throttlex.server.proxy;

import com.throttlex.server.RawHttp;
import com.throttlex.tck.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Sends a body in its own thread, and counts the bytes that the connection has taken. */
final class CountingSender {
  private static final int CHUNK = 64 << 10;
  private static final long STALL_NANOS = 500_000_000L;

  private final AtomicLong sent = new AtomicLong();
  private volatile long movedAt = System.nanoTime();

  private CountingSender() {}

  static CountingSender start(RawHttp connection, int size) {
    CountingSender sender = new CountingSender();
    var unused = CompletableFuture.runAsync(() -> sender.run(connection, size));
    return sender;
  }

  private void run(RawHttp connection, int size) {
    byte[] chunk = new byte[CHUNK];
    try {
      for (long left = size; left > 0; left -= CHUNK) {
        connection.send(chunk);
        sent.addAndGet(CHUNK);
        movedAt = System.nanoTime();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the connection has taken nothing for a while. */
  void awaitStall() {
    Await.until("a stall", () -> System.nanoTime() - movedAt > STALL_NANOS);
  }

  long sent() {
    return sent.get();
  }
}
