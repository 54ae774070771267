package com.throttlex.server.live;

import com.throttlex.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of live numbers, and the one producer of their events.
 *
 * <p>Implementation note: every second one thread computes an event, serialises it once, and hands
 * the same bytes to all streams. Details can block, so another thread refreshes them every few
 * seconds. Both work only while there are streams. The lock covers the set of streams and the
 * latest events; a stream that joins gets the history and the latest event under it, so it misses
 * no second and gets none twice.
 */
public final class LiveFeed implements AutoCloseable {
  /** The type of a stream. */
  public static final String TYPE = "text/event-stream";

  /** The largest number of streams. */
  public static final int MOST_STREAMS = 200;

  /** The largest number of streams of one administrator, so that one cannot take all. */
  public static final int MOST_OF_ONE = 100;

  private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);
  private static final long SECOND_MILLIS = 1000;
  private static final long DETAILS_SECONDS = 3;

  /** The seconds between two tests of the credentials of all streams. */
  private static final int TEST_SECONDS = 5;

  /** A little later than the second ends, because timers can be early. */
  private static final long LATE_MILLIS = 5;

  private final LiveSource source;
  private final TimeSource time;
  private final long periodMillis;
  private final ScheduledThreadPoolExecutor threads;
  private final Set<LiveStream> streams = new LinkedHashSet<>();
  private final LiveSeconds seconds = new LiveSeconds();
  private boolean running;
  private boolean closed;
  private boolean refreshing;
  private long ticks;
  private @Nullable Future<?> nextRefresh;
  private @Nullable JsonObject details;
  private @Nullable Buffer history;
  private @Nullable Buffer latest;

  /** Creates a feed without streams. */
  public LiveFeed(LiveSource source, TimeSource time) {
    this(source, time, SECOND_MILLIS);
  }

  /** Creates a feed with events in another distance than a second. */
  LiveFeed(LiveSource source, TimeSource time, long periodMillis) {
    this.source = source;
    this.time = time;
    this.periodMillis = periodMillis;
    threads =
        new ScheduledThreadPoolExecutor(
            2,
            work -> {
              Thread made = new Thread(work, "throttlex-live");
              made.setDaemon(true);
              return made;
            });
    threads.setRemoveOnCancelPolicy(true);
  }

  /** Why a stream was not opened. */
  public enum Refusal {
    /** The service has as many streams as it can have, or it ends. */
    FULL,
    /** The administrator has as many streams as one may have. */
    TOO_MANY
  }

  /**
   * Answers a request with a stream; call it on the event loop of the request.
   *
   * @param admin the name of the administrator
   * @param allowed whether the credential is still valid; must not block
   * @return why there is no stream, or null if there is one
   */
  public @Nullable Refusal open(
      HttpServerRequest request, Context loop, String admin, BooleanSupplier allowed) {
    if (request.response().closed()) {
      return null;
    }
    LiveStream stream = new LiveStream(request, loop, admin, allowed);
    synchronized (this) {
      if (closed || streams.size() >= MOST_STREAMS) {
        return Refusal.FULL;
      }
      if (streams.stream().filter(other -> other.admin().equals(admin)).count() >= MOST_OF_ONE) {
        return Refusal.TOO_MANY;
      }
      stream.begin(() -> remove(stream));
      streams.add(stream);
      if (running) {
        welcome(stream);
      } else {
        running = true;
        threads.execute(this::begin);
      }
    }
    return null;
  }

  private synchronized void remove(LiveStream stream) {
    streams.remove(stream);
  }

  /** Returns the number of open streams. */
  public synchronized int streams() {
    return streams.size();
  }

  /** Returns whether events are made. */
  synchronized boolean isRunning() {
    return running;
  }

  private void welcome(LiveStream stream) {
    if (history != null) {
      stream.send(history);
    }
    if (latest != null) {
      stream.send(latest);
    }
  }

  /** Sends the totals at once, and counts from now on. */
  private void begin() {
    try {
      LiveTraffic now = source.traffic();
      synchronized (this) {
        seconds.begin(now);
        publish(seconds.totals());
        if (!refreshing) {
          refreshing = true;
          threads.execute(this::refresh);
        }
      }
    } finally {
      schedule();
    }
  }

  private void schedule() {
    long now = TimeUnit.NANOSECONDS.toMillis(time.nanos());
    long wait = periodMillis - now % periodMillis + LATE_MILLIS;
    var unused = threads.schedule(this::tick, wait, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    try {
      if (!stopped()) {
        second();
        schedule();
      }
    } catch (RuntimeException e) {
      LOG.error("live numbers: failed; trying again in a second", e);
      schedule();
    }
  }

  /** Stops the producer if nobody watches. */
  private synchronized boolean stopped() {
    if (streams.isEmpty() || closed) {
      running = false;
      details = null;
      latest = null;
      history = null;
      if (nextRefresh != null && nextRefresh.cancel(false)) {
        refreshing = false;
      }
      return true;
    }
    return false;
  }

  private void second() {
    LiveTraffic now = source.traffic();
    synchronized (this) {
      if (++ticks % TEST_SECONDS == 0) {
        endOthers();
      }
      publish(seconds.end(second(time.nanos()) - 1, now));
    }
  }

  private static long second(long nanos) {
    return TimeUnit.NANOSECONDS.toSeconds(nanos);
  }

  /** Ends the streams whose credential is no longer valid. */
  private void endOthers() {
    for (LiveStream stream : List.copyOf(streams)) {
      if (!stream.isAllowed()) {
        streams.remove(stream);
        stream.end();
      }
    }
  }

  /** Sends an event to all streams; the first one of a stream follows its history. */
  private void publish(JsonObject event) {
    boolean first = latest == null;
    if (details != null) {
      event.mergeIn(details);
    }
    history = event("history", seconds.history(second(time.nanos())));
    Buffer made = event("live", event);
    latest = made;
    for (LiveStream stream : streams) {
      if (first) {
        welcome(stream);
      } else {
        stream.send(made);
      }
    }
  }

  private static Buffer event(String name, JsonObject data) {
    return Buffer.buffer("event: " + name + "\ndata: " + data.encode() + "\n\n");
  }

  private void refresh() {
    JsonObject fresh = details();
    synchronized (this) {
      if (!running || closed) {
        refreshing = false;
        return;
      }
      boolean first = details == null;
      details = fresh == null ? details : fresh;
      if (first && fresh != null) {
        publish(seconds.totals());
      }
      nextRefresh = threads.schedule(this::refresh, DETAILS_SECONDS, TimeUnit.SECONDS);
    }
  }

  private @Nullable JsonObject details() {
    try {
      return source.details();
    } catch (RuntimeException e) {
      LOG.error("live numbers: cannot read details; events go on without them", e);
      return null;
    }
  }

  /** Ends all streams. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      streams.forEach(LiveStream::end);
      streams.clear();
    }
    threads.shutdownNow();
  }
}
