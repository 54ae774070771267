package com.throttlex.proxy.stored;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.proxy.AsyncPreference;
import com.throttlex.proxy.ProxyAnswers;
import com.throttlex.proxy.ProxyExchange;
import com.throttlex.proxy.ProxyRoute;
import com.throttlex.queue.StoredRequest;
import com.throttlex.queue.StoredRequests;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores denied requests whose clients prefer an answer now.
 *
 * <p>All bodies that are being read share one part of the heap ({@link BodyRoom}). A request is
 * cancelled if its client leaves before the answer 202, or if storing it failed.
 */
public final class StoredDoor {
  private static final Logger LOG = LoggerFactory.getLogger(StoredDoor.class);

  /** The longest wait of a lane before its first request is checked again. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** The same for slots, which other requests free at any time. */
  private static final Duration LONGEST_WAIT_FOR_SLOT = Duration.ofMillis(500);

  private final StoredRequests store;
  private final ThrottleX throttlex;
  private final BiConsumer<ProxyRoute, Duration> onStored;
  private final StoredListener listener;
  private final BodyRoom room = new BodyRoom(Runtime.getRuntime().maxMemory() / 16);

  /**
   * Creates a door.
   *
   * @param onStored called when a request is stored, with its route and the wait until it is due
   */
  public StoredDoor(
      StoredRequests store,
      ThrottleX throttlex,
      BiConsumer<ProxyRoute, Duration> onStored,
      StoredListener listener) {
    this.store = store;
    this.throttlex = throttlex;
    this.onStored = onStored;
    this.listener = listener;
  }

  /** Stores a denied request and answers it; returns false if the denial is its answer. */
  public boolean store(ProxyExchange exchange, Decision denial) {
    if (!AsyncPreference.isIn(exchange)) {
      return false;
    }
    String lane = QueuedDenial.lane(exchange.context(), denial, throttlex.rules());
    if (lane == null) {
      return false;
    }
    new Storing(exchange, denial, lane).start();
    return true;
  }

  /** Returns the time after which a denied request is checked again. */
  static Duration recheckAfter(Decision denial) {
    Duration longest =
        denial.algorithm() == Algorithm.CONCURRENCY ? LONGEST_WAIT_FOR_SLOT : LONGEST_WAIT;
    Duration wait = Duration.ofNanos(denial.waitNanos()).plusMillis(1);
    return wait.compareTo(longest) < 0 ? wait : longest;
  }

  /** A request whose body is read and stored. */
  private final class Storing {
    private final ProxyExchange exchange;
    private final Decision denial;
    private final String lane;
    private final Buffer body = Buffer.buffer();
    private final Context loop = Vertx.currentContext();
    private final BodyRoom.Part part;
    private long progressNanos = System.nanoTime();
    private long timer;

    Storing(ProxyExchange exchange, Decision denial, String lane) {
      this.exchange = exchange;
      this.denial = denial;
      this.lane = lane;
      part = room.part(lane);
    }

    void start() {
      exchange.onGone(this::release);
      startTimer(exchange.route().timeout().toNanos());
      ProxyAnswers.inviteBody(exchange.request());
      exchange.request().handler(this::add).endHandler(end -> save()).resume();
    }

    private void startTimer(long nanos) {
      long millis = TimeUnit.NANOSECONDS.toMillis(nanos) + 1;
      timer = exchange.parts().vertx().setTimer(millis, due -> expired());
    }

    /** Refuses a client that has sent nothing for the timeout of the route. */
    private void expired() {
      long since = System.nanoTime() - progressNanos;
      long left = exchange.route().timeout().toNanos() - since;
      if (left > 0) {
        startTimer(left);
      } else if (!exchange.isOver()) {
        release();
        exchange.refuseIncomplete();
      }
    }

    private void add(Buffer chunk) {
      progressNanos = System.nanoTime();
      long most = exchange.route().maxBody();
      if (exchange.isOver()) {
        return;
      } else if (body.length() + (long) chunk.length() > most) {
        refuse(413, "body: more than " + most + " bytes (expected: at most " + most + ")");
      } else if (!part.take(chunk.length())) {
        busy("stored requests: too many bodies at a time (expected: fewer); retry later");
      } else {
        body.appendBuffer(chunk);
      }
    }

    /** Ends the reading of the body, and no longer counts its bytes. */
    private void release() {
      exchange.parts().vertx().cancelTimer(timer);
      part.release();
    }

    private void busy(String detail) {
      exchange.request().response().putHeader("Retry-After", "1");
      refuse(503, detail);
    }

    private void refuse(int status, String detail) {
      release();
      exchange.refuse(status, detail);
    }

    private void save() {
      if (exchange.isOver()) {
        return;
      }
      exchange.parts().vertx().cancelTimer(timer);
      String declared = exchange.request().getHeader("Content-Length");
      if (declared != null && Long.parseLong(declared) != body.length()) {
        refuse(400, "body: not as long as content-length (expected: the same)");
        return;
      }
      StoredCall call = StoredCall.of(exchange, body);
      String ticket = StoredTicket.create(exchange.route());
      StoredRequest request =
          new StoredRequest(exchange.route().id(), ticket, lane, call.summary(), call.bytes());
      StoredAttempt.stage(() -> store.store(request, recheckAfter(denial)))
          .whenComplete(
              (stored, failure) -> loop.runOnContext(now -> saved(ticket, stored, failure)));
    }

    private void saved(String ticket, @Nullable Boolean stored, @Nullable Throwable failure) {
      release();
      if (failure != null) {
        LOG.warn("store unavailable; a request is not stored: {}", failure.toString());
        cancel(ticket);
        busy("stored requests: the store is unavailable; retry later");
      } else if (!Boolean.TRUE.equals(stored)) {
        busy("stored requests: full (expected: room for one more); retry later");
      } else if (exchange.isOver()) {
        cancel(ticket);
      } else {
        accept(ticket);
        listener.happened(exchange.route(), StoredListener.Event.ACCEPTED, 1);
        onStored.accept(exchange.route(), recheckAfter(denial));
      }
    }

    private void cancel(String ticket) {
      var unused = store.cancel(exchange.route().id(), ticket);
    }

    private void accept(String ticket) {
      HttpServerResponse response = exchange.request().response();
      MultiMap headers = response.headers();
      exchange.parts().answers().limits(denial, headers);
      headers.remove("Retry-After").remove("X-RateLimit-Retry-After");
      headers.set("Location", StoredResource.PATH + ticket);
      headers.set("Preference-Applied", "respond-async");
      StoredResource.json(
          response.setStatusCode(202),
          "waiting",
          new JsonObject().put("ticket", ticket).put("state", "waiting"));
      exchange.end(Outcome.UNKNOWN, true);
    }
  }
}
