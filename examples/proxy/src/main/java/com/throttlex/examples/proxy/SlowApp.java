package com.throttlex.examples.proxy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * An application that cannot be changed: a small thread pool, and work that takes its time.
 *
 * <p>It serves {@link #CAPACITY} requests a second. Further requests wait in its pool, and it works
 * on each of them, also when the client has left.
 */
final class SlowApp implements AutoCloseable {
  private static final int THREADS = 8;
  private static final long WORK_MILLIS = 40;

  /** The requests that it can serve in a second. */
  static final int CAPACITY = (int) (THREADS * TimeUnit.SECONDS.toMillis(1) / WORK_MILLIS);

  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);
  private final HttpServer server;

  private SlowApp(HttpServer server) {
    this.server = server;
  }

  /** Starts it; port 0 is any free one. */
  static SlowApp start(int port) throws IOException {
    SlowApp app =
        new SlowApp(
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 4096));
    app.server.createContext("/", SlowApp::answer);
    app.server.setExecutor(app.pool);
    app.server.start();
    return app;
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      TimeUnit.MILLISECONDS.sleep(WORK_MILLIS); // the work of this application
      exchange.sendResponseHeaders(200, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    pool.shutdownNow();
    server.stop(0);
  }
}
