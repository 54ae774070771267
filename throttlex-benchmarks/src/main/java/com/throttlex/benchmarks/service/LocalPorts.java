package com.throttlex.benchmarks.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Ports of this machine: finds free ones, and waits until a server answers. */
public final class LocalPorts {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int STEP_MILLIS = 2;

  private LocalPorts() {}

  /** Returns a port that nothing listens on now. */
  public static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until a connection is accepted. */
  public static void awaitListening(Child child, int port)
      throws IOException, InterruptedException {
    await(child, () -> connects(port));
  }

  /** Waits until {@code /health} is answered with 200. */
  static void awaitHealth(Child child, int port) throws IOException, InterruptedException {
    await(child, () -> isHealthy(port));
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(Child child, Condition condition)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!condition.holds()) {
      child.requireAlive();
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IOException("port: no answer (expected: one within 30 s)");
      }
      TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
    }
  }

  private static boolean connects(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isHealthy(int port) {
    try {
      return connection(port, "/health").getResponseCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private static HttpURLConnection connection(int port, String path) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
    connection.setReadTimeout(1000);
    connection.setRequestProperty("Connection", "close");
    return connection;
  }

  /** Returns the answer to a check of one user. */
  static String check(int port) throws IOException {
    HttpURLConnection connection = connection(port, "/api/v1/check");
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setRequestProperty("X-User", "u-1");
    connection
        .getOutputStream()
        .write(
            "{\"user\":\"u-1\",\"endpoint\":\"/api/v1/orders\",\"method\":\"POST\"}"
                .getBytes(StandardCharsets.UTF_8));
    return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
