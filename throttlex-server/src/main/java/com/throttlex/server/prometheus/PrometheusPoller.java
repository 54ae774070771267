package com.throttlex.server.prometheus;

import com.throttlex.adaptive.Signal;
import com.throttlex.server.identity.BoundedBody;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads health signals from a Prometheus server at intervals.
 *
 * <p>Each poll is bounded in time and size, and follows no redirect. A query has at most one poll
 * in flight. A value counts until it is stale. After a failed poll the signal is unknown at once,
 * because the last value may no longer be true.
 */
public final class PrometheusPoller {
  private static final Logger LOG = LoggerFactory.getLogger(PrometheusPoller.class);
  private static final int MAX_BYTES = 64 * 1024;

  /**
   * The server and its queries.
   *
   * @param url the address of the server; the path of its API is added
   * @param interval the time between two polls
   * @param timeout the longest time of a poll
   * @param token the bearer token, or null
   */
  public record Target(
      URI url,
      Duration interval,
      Duration timeout,
      @Nullable String token,
      List<SignalQuery> queries) {
    public Target {
      queries = List.copyOf(queries);
    }

    /** Returns the target without the token. */
    @Override
    public String toString() {
      return "Target[url=" + url + ", queries=" + queries + "]";
    }
  }

  private final Target target;
  private final LongSupplier staleNanos;
  private final HttpClient client;
  private final List<PolledQuery> queries;
  private final Counter answered;
  private final Counter failed;
  private long due = Long.MIN_VALUE;
  private volatile boolean warned;

  /**
   * Creates a poller; {@link #tick} makes it poll.
   *
   * @param clock the time in nanoseconds since the epoch
   * @param staleNanos how long a value is valid
   */
  public PrometheusPoller(
      Target target, LongSupplier clock, LongSupplier staleNanos, MeterRegistry registry) {
    this.target = target;
    this.staleNanos = staleNanos;
    queries = target.queries().stream().map(PolledQuery::new).toList();
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(target.timeout())
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    answered = counter(registry, "ok");
    failed = counter(registry, "failed");
    Gauge.builder("throttlex.prometheus.invalid", () -> invalid(clock.getAsLong()))
        .description("Queries to Prometheus without a valid value")
        .register(registry);
  }

  private static Counter counter(MeterRegistry registry, String outcome) {
    return Counter.builder("throttlex.prometheus.polls")
        .description("Polls of queries to Prometheus")
        .tag("outcome", outcome)
        .register(registry);
  }

  /** Starts the polls if the interval has passed; does not wait for them. */
  public synchronized void tick(long now) {
    if (now < due) {
      return;
    }
    due = now + target.interval().toNanos();
    for (PolledQuery query : queries) {
      if (query.begin()) {
        poll(query);
      }
    }
  }

  private void poll(PolledQuery query) {
    CompletableFuture<HttpResponse<byte[]>> sent =
        client.sendAsync(request(query.query()), head -> new BoundedBody(MAX_BYTES));
    // The request's own timeout ends with the headers; this one also bounds the body.
    var unused =
        sent.copy()
            .orTimeout(target.timeout().toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete(
                (response, failure) -> {
                  sent.cancel(true);
                  ended(query, response, failure);
                });
  }

  private HttpRequest request(SignalQuery query) {
    String encoded = URLEncoder.encode(query.text(), StandardCharsets.UTF_8);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base() + "/api/v1/query?query=" + encoded))
            .timeout(target.timeout());
    if (target.token() != null) {
      request.header("Authorization", "Bearer " + target.token());
    }
    return request.build();
  }

  private String base() {
    String url = target.url().toString();
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  private void ended(
      PolledQuery query, @Nullable HttpResponse<byte[]> response, @Nullable Throwable failure) {
    try {
      if (response == null) {
        throw new IOException(reason(failure));
      }
      if (response.statusCode() != 200) {
        throw new IOException("status " + response.statusCode() + " (expected: 200)");
      }
      String body = new String(response.body(), StandardCharsets.UTF_8);
      query.answered(QueryAnswer.of(body, query.signal()));
      answered.increment();
      if (queries.stream().allMatch(PolledQuery::isAnswered)) {
        warned = false;
      }
    } catch (IOException | QueryAnswer.NoValueException e) {
      query.failed(String.valueOf(e.getMessage()));
      failed.increment();
      warn(query, String.valueOf(e.getMessage()));
    }
  }

  private String reason(@Nullable Throwable failure) {
    Throwable cause = failure == null || failure.getCause() == null ? failure : failure.getCause();
    if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
      return "no answer within " + target.timeout().toMillis() + " ms";
    }
    return String.valueOf(cause == null || cause.getMessage() == null ? cause : cause.getMessage());
  }

  /** Logs the first failure since all queries had a value. */
  private void warn(PolledQuery query, String problem) {
    if (!warned) {
      warned = true;
      LOG.warn(
          "adaptive.prometheus: {} {}: {}; this health signal is not known until a poll succeeds",
          query.query().service(),
          query.signal().text(),
          problem);
    }
  }

  /** Returns the valid signals of a service. */
  public Map<Signal, Double> signals(String service, long now) {
    Map<Signal, Double> signals = new EnumMap<>(Signal.class);
    for (PolledSignal polled : status(now)) {
      Double value = polled.value();
      if (polled.service().equals(service) && value != null) {
        signals.put(polled.signal(), value);
      }
    }
    return signals;
  }

  /** Returns the last result of each query. */
  public List<PolledSignal> status(long now) {
    long stale = staleNanos.getAsLong();
    return queries.stream().map(query -> query.at(now, stale)).toList();
  }

  private long invalid(long now) {
    return status(now).stream().filter(polled -> polled.problem() != null).count();
  }

  /** Returns the services that have queries. */
  public List<String> services() {
    return target.queries().stream().map(SignalQuery::service).distinct().toList();
  }

  /** Returns the address of the server. */
  public String url() {
    return target.url().toString();
  }
}
