package com.throttlex.benchmarks.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Streams of live numbers that are open and read, as many dashboards have them. */
final class LiveStreams implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;

  private final List<Socket> sockets = new ArrayList<>();
  private final AtomicLong bytes = new AtomicLong();

  /** Opens that many streams, and waits until each has sent something. */
  static LiveStreams open(int port, String token, int number) throws IOException {
    LiveStreams streams = new LiveStreams();
    try {
      for (int i = 0; i < number; i++) {
        streams.add(port, token);
      }
    } catch (IOException e) {
      streams.close();
      throw e;
    }
    return streams;
  }

  private void add(int port, String token) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    sockets.add(socket);
    String request =
        "GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
            + token
            + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    InputStream in = socket.getInputStream();
    String status = new String(in.readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
    if (!status.endsWith(" 200")) {
      throw new IOException("live numbers: " + status + " (expected: HTTP/1.1 200)");
    }
    Thread reader = new Thread(() -> read(in), "live");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(InputStream in) {
    byte[] buffer = new byte[BUFFER];
    try {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        bytes.addAndGet(read);
      }
    } catch (IOException e) {
      // The stream was closed.
    }
  }

  /** Returns how many bytes all streams have sent. */
  long bytes() {
    return bytes.get();
  }

  @Override
  public void close() {
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        // It is closed all the same.
      }
    }
  }
}
