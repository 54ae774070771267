package com.throttlex.server.identity;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that an issuer publishes, fetched in the background.
 *
 * <p>Implementation note: the thread that advances {@code attemptedAt} starts a fetch. It advances
 * at most once per floor, so no number of tokens and threads causes more fetches. Fetches run one
 * after another on their own thread; readers see the last good set through one volatile field. A
 * set that arrives unchanged stays the same object, so the cache of verified tokens stays valid.
 */
final class Jwks implements AutoCloseable {
  static final long REFRESH_MILLIS = TimeUnit.MINUTES.toMillis(10);
  static final long FLOOR_MILLIS = TimeUnit.SECONDS.toMillis(30);
  static final int MAX_BYTES = 256 * 1024;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Logger log = LoggerFactory.getLogger(Jwks.class);

  private final URI url;
  private final KeySet fixed;
  private final LongSupplier nowMillis;
  private final ScheduledThreadPoolExecutor thread;
  private final HttpClient client;
  private final AtomicLong attemptedAt;
  private volatile CompletableFuture<Void> attempt = CompletableFuture.completedFuture(null);
  private volatile KeySet current;
  private @Nullable String lastText;

  /** Starts with the fixed keys, which stay in every set, and requests the first fetch. */
  Jwks(URI url, KeySet fixed, LongSupplier nowMillis) {
    this.url = url;
    this.fixed = fixed;
    this.current = fixed;
    this.nowMillis = nowMillis;
    this.attemptedAt = new AtomicLong(nowMillis.getAsLong());
    this.thread =
        new ScheduledThreadPoolExecutor(1, Jwks::daemon, new ThreadPoolExecutor.DiscardPolicy());
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "throttlex-jwks");
    thread.setDaemon(true);
    return thread;
  }

  /** Fetches now, and then at intervals, with or without tokens. */
  void start() {
    order();
    var unused = thread.scheduleWithFixedDelay(this::refreshIfStale, 1, 1, TimeUnit.MINUTES);
  }

  KeySet current() {
    return current;
  }

  void refreshIfStale() {
    refreshIfOlder(REFRESH_MILLIS);
  }

  /** Requests a fetch for an unknown key, unless there was one a moment ago. */
  void refreshForUnknownKey() {
    refreshIfOlder(FLOOR_MILLIS);
  }

  /** Completes when the last requested fetch ends, successful or not. */
  CompletableFuture<Void> attempt() {
    return attempt.copy();
  }

  /** A clock that was set back counts as time passed, so that fetches do not stop. */
  private void refreshIfOlder(long millis) {
    long now = nowMillis.getAsLong();
    long last = attemptedAt.get();
    if (Math.abs(now - last) >= millis && attemptedAt.compareAndSet(last, now)) {
      order();
    }
  }

  private void order() {
    CompletableFuture<Void> ordered = new CompletableFuture<>();
    attempt = ordered;
    thread.execute(() -> refresh(ordered));
    if (thread.isShutdown()) {
      ordered.complete(null);
    }
  }

  private void refresh(CompletableFuture<Void> ordered) {
    try {
      accept(fetch());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | ExecutionException | TimeoutException | RuntimeException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      log.warn(
          "jwks-url: {} not fetched; still using the known keys: {}",
          JwtSettings.shown(url),
          cause.toString());
    } finally {
      ordered.complete(null);
    }
  }

  private String fetch()
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    HttpRequest request = HttpRequest.newBuilder(url).timeout(TIMEOUT).build();
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request, head -> new BoundedBody(MAX_BYTES));
    try {
      // The request's own timeout ends with the headers; this one also bounds the body.
      HttpResponse<byte[]> response = answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != 200) {
        throw new IOException("status " + response.statusCode());
      }
      return new String(response.body(), StandardCharsets.UTF_8);
    } finally {
      answer.cancel(true);
    }
  }

  private void accept(String text) throws InvalidKeysException {
    if (text.equals(lastText)) {
      return;
    }
    KeySet fetched = fixed.and(JwkText.lenient(text));
    lastText = text;
    current = fetched;
    int count = fetched.keys().size() - fixed.keys().size();
    log.info("jwks-url: {} fetched, keys: {}", JwtSettings.shown(url), count);
  }

  @Override
  public void close() {
    thread.shutdownNow();
    attempt.complete(null);
  }
}
