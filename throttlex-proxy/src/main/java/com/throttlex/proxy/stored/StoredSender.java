package com.throttlex.proxy.stored;

import com.throttlex.proxy.ProxyParts;
import com.throttlex.proxy.ProxyRoute;
import com.throttlex.queue.StoredDelivery;
import com.throttlex.queue.StoredRequests;
import com.throttlex.queue.TakenRequests;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends stored requests when the rules allow it.
 *
 * <p>It takes the first request of each lane that is due, and leaves the rest to an attempt. It
 * looks when a lane of this node is due, when an attempt has ended, and every second for lanes of
 * other nodes. All of this happens on one event loop.
 */
public final class StoredSender {
  private static final Logger LOG = LoggerFactory.getLogger(StoredSender.class);
  private static final int MOST_IN_FLIGHT = 64;
  private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 16;
  private static final int MOST_WAKES = 10_000;

  /** The failures in a row after which the log has a warning; the first ones occur at a start. */
  private static final int FAILURES_TOLD = 3;

  private static final long POLL_MILLIS = 1_000;
  private static final long PAUSE_MILLIS = 1_000;

  /** The time after which another node takes over the lane of a crashed one. */
  static final Duration VISIBILITY = Duration.ofSeconds(5);

  private final ProxyParts parts;
  private final StoredRequests store;
  private final StoredListener listener;
  private final Context loop;
  private final String node = UUID.randomUUID().toString();
  private final Map<String, Turn> turns = new HashMap<>();
  private final Promise<Void> drained = Promise.promise();
  private long poller = -1;
  private boolean closed;
  private int failures;
  private long bytesInFlight;

  /** Creates a sender, outside any event loop; {@link #start} starts it. */
  public StoredSender(ProxyParts parts, StoredRequests store, StoredListener listener) {
    this.parts = parts;
    this.store = store;
    this.listener = listener;
    loop = parts.vertx().getOrCreateContext();
    for (ProxyRoute route : parts.settings().routes()) {
      turns.put(route.id(), new Turn(route));
    }
  }

  /** Starts to send. */
  public void start() {
    loop.runOnContext(
        now -> {
          poller = parts.vertx().setPeriodic(POLL_MILLIS, due -> pollAll());
          pollAll();
        });
  }

  /** Looks for requests of a route after a wait. */
  public void wake(ProxyRoute route, Duration after) {
    loop.runOnContext(
        now -> {
          Turn turn = turns.get(route.id());
          if (turn != null) {
            turn.wake(after.toMillis());
          }
        });
  }

  private void pollAll() {
    turns.values().forEach(Turn::poll);
  }

  /** Takes no more requests, and waits for those in flight. */
  public Future<Void> close() {
    loop.runOnContext(
        now -> {
          closed = true;
          parts.vertx().cancelTimer(poller);
          ended();
        });
    return drained.future();
  }

  private void ended() {
    if (closed && turns.values().stream().allMatch(turn -> turn.inFlight == 0)) {
      drained.tryComplete();
    }
  }

  /** The requests of one route. */
  private final class Turn {
    private final ProxyRoute route;

    /** The times to look, in milliseconds of the process's clock. */
    private final TreeSet<Long> wakes = new TreeSet<>();

    private int inFlight;
    private boolean taking;
    private boolean again;

    Turn(ProxyRoute route) {
      this.route = route;
    }

    void wake(long afterMillis) {
      if (afterMillis <= 0) {
        poll();
        return;
      }
      long at = millis() + afterMillis;
      if (wakes.size() < MOST_WAKES && wakes.add(at)) {
        parts.vertx().setTimer(afterMillis, due -> woken(at));
      }
    }

    private void woken(long at) {
      wakes.remove(at);
      poll();
    }

    private static long millis() {
      return System.nanoTime() / 1_000_000;
    }

    void poll() {
      int room = MOST_IN_FLIGHT - inFlight;
      if (closed || room <= 0 || bytesInFlight > MOST_BYTES) {
        return;
      } else if (taking) {
        again = true;
        return;
      }
      taking = true;
      again = false;
      StoredAttempt.stage(() -> store.take(route.id(), node, room, VISIBILITY))
          .whenComplete((taken, failure) -> loop.runOnContext(now -> taken(taken, failure)));
    }

    private void taken(@Nullable TakenRequests taken, @Nullable Throwable failure) {
      taking = false;
      if (taken == null) {
        failed(failure);
        wake(PAUSE_MILLIS);
        return;
      }
      failures = 0;
      listener.stored(route, taken.stored());
      listener.happened(route, StoredListener.Event.FAILED, taken.failed());
      for (StoredDelivery delivery : taken.deliveries()) {
        inFlight++;
        int bytes = delivery.content().length;
        bytesInFlight += bytes;
        new StoredAttempt(parts, store, listener, route, delivery, wait -> attempted(bytes, wait))
            .start();
      }
      if (again || !taken.deliveries().isEmpty()) {
        poll();
      }
    }

    private void failed(@Nullable Throwable failure) {
      failures++;
      if (failures == FAILURES_TOLD) {
        LOG.warn("store unavailable; stored requests wait: {}", String.valueOf(failure));
      }
    }

    /** Looks again after the wait of the lane. */
    private void attempted(int bytes, Duration wait) {
      inFlight--;
      bytesInFlight -= bytes;
      ended();
      wake(wait.toMillis());
    }
  }
}
