package com.throttlex.server.gateways;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.programs.Programs;
import com.throttlex.tck.servers.Ports;
import com.throttlex.tck.servers.ProcessTree;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A real Envoy with the quota recipe that answers by itself, and a load on it at a steady rate. */
final class QuotaEnvoy implements AutoCloseable {
  private static final long STEP_NANOS = 10_000_000;
  private static final int CONNECTIONS = 4;
  private static final byte[] REQUEST =
      "GET /api/x HTTP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

  final AtomicLong admitted = new AtomicLong();
  final AtomicLong denied = new AtomicLong();
  private final int port = Ports.free();
  private final GatewayProcess process;
  private volatile double perSecond;
  private volatile boolean closed;

  private QuotaEnvoy(Path folder, RunningServer service, String behavior) throws Exception {
    Files.createDirectories(folder);
    String recipe =
        Recipes.atPorts(service, Recipes.file("envoy-quota/envoy.yaml"))
            .replaceAll("\\b8000\\b", "" + port)
            .replace("route: {cluster: app}", "direct_response: {status: 200}")
            .replace("blanket_rule: ALLOW_ALL", "blanket_rule: " + behavior)
            .replace("connect_timeout: 0.2s", "connect_timeout: 30s");
    Path config = Files.writeString(folder.resolve("envoy.yaml"), recipe);
    String program = Programs.here().path("envoy").toString();
    process =
        GatewayProcess.start(
            folder,
            port,
            List.of(
                program, "-c", config.toString(), "--disable-hot-restart", "--concurrency", "2"));
    for (int i = 0; i < CONNECTIONS; i++) {
      Thread thread = new Thread(this::load, "load");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Starts an Envoy that does what the behavior says when it has no assignment. */
  static QuotaEnvoy start(Path folder, RunningServer service, String behavior) throws Exception {
    return new QuotaEnvoy(folder, service, behavior);
  }

  /** Sends that many requests a second from now on. */
  QuotaEnvoy load(double perSecond) {
    this.perSecond = perSecond;
    return this;
  }

  /** Returns the process, to pause or to kill it. */
  ProcessTree process() {
    return process.processes();
  }

  private void load() {
    while (!closed) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(60_000);
        send(socket, new BufferedInputStream(socket.getInputStream()));
      } catch (IOException e) {
        LockSupport.parkNanos(STEP_NANOS); // the Envoy was killed
      }
    }
  }

  private void send(Socket socket, InputStream in) throws IOException {
    long began = System.nanoTime();
    double owed = 0;
    while (!closed) {
      long now = System.nanoTime();
      double own = perSecond / CONNECTIONS;
      owed = Math.min(1 + own / 10, owed + (now - began) * own / 1e9);
      began = now;
      int batch = (int) owed;
      owed -= batch;
      for (int i = 0; i < batch; i++) {
        socket.getOutputStream().write(REQUEST);
        (read(in) == 200 ? admitted : denied).incrementAndGet();
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
  }

  /** Reads an answer without a body; returns its status. */
  private static int read(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("closed");
      }
      head.append((char) next);
    }
    return Integer.parseInt(head.substring(9, 12));
  }

  @Override
  public void close() {
    closed = true;
    process.close();
  }
}
