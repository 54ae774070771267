package com.throttlex.benchmarks.quota;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A steady load on one server, whose answers of status 200 are counted. */
final class UnevenLoad implements AutoCloseable {
  private static final long STEP_NANOS = 5_000_000;
  private static final int CONNECTIONS = 4;
  private static final int PATIENCE_MILLIS = 30_000;
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

  private final int port;
  private final double perSecond;
  private final AtomicLong admitted = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private volatile boolean closed;

  /** Starts to send that many requests a second. */
  UnevenLoad(int port, double perSecond) {
    this.port = port;
    this.perSecond = perSecond;
    for (int i = 0; i < CONNECTIONS; i++) {
      Thread thread = new Thread(this::run, "load");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Returns the number of requests that were admitted. */
  long admitted() {
    return admitted.get();
  }

  /** Returns the number of requests that were answered. */
  long answered() {
    return sent.get();
  }

  private void run() {
    while (!closed) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(PATIENCE_MILLIS);
        send(socket, new BufferedInputStream(socket.getInputStream()));
      } catch (IOException e) {
        LockSupport.parkNanos(STEP_NANOS);
      }
    }
  }

  private void send(Socket socket, InputStream in) throws IOException {
    double own = perSecond / CONNECTIONS;
    long last = System.nanoTime();
    double owed = 0;
    while (!closed) {
      long now = System.nanoTime();
      owed = Math.min(1 + own / 10, owed + (now - last) * own / 1e9);
      last = now;
      for (; owed >= 1; owed--) {
        socket.getOutputStream().write(REQUEST);
        admitted.addAndGet(status(in) == 200 ? 1 : 0);
        sent.incrementAndGet();
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
  }

  /** Reads an answer; returns its status. */
  private static int status(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("answer: ended (expected: a head)");
      }
      head.append((char) next);
    }
    int length = head.indexOf("content-length: ");
    if (length >= 0) {
      int end = head.indexOf("\r", length);
      in.skipNBytes(Long.parseLong(head.substring(length + "content-length: ".length(), end)));
    }
    return Integer.parseInt(head.substring(9, 12));
  }

  @Override
  public void close() {
    closed = true;
  }
}
