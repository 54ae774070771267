package com.throttlex.server;

import com.throttlex.proxy.ProxyAnswers;
import com.throttlex.proxy.ProxyHooks;
import com.throttlex.proxy.ProxyParts;
import com.throttlex.proxy.ProxyPath;
import com.throttlex.proxy.ProxyRoute;
import com.throttlex.proxy.ProxySettings;
import com.throttlex.proxy.stored.StoredDoor;
import com.throttlex.proxy.stored.StoredListener;
import com.throttlex.proxy.stored.StoredResource;
import com.throttlex.proxy.stored.StoredSender;
import com.throttlex.queue.StoredRequests;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The stored requests of the proxy: their door, their resource and their sender. */
final class ProxyStored {
  private final StoredRequests store;
  private final StoredListener listener;
  private final StoredDoor door;
  private final StoredResource resource;
  private final Runnable count;
  private @Nullable StoredSender sender;

  /**
   * Creates the parts, which do not send yet.
   *
   * @param count counts a request against the limit of this node
   */
  ProxyStored(
      Engine engine,
      ProxySettings settings,
      ProxyAnswers answers,
      StoredListener listener,
      Runnable count) {
    this.listener = listener;
    this.count = count;
    store = engine.storedRequests();
    door = new StoredDoor(store, engine.throttlex(), this::wake, listener);
    resource = new StoredResource(store, settings, answers, listener);
  }

  /** Returns hooks that store requests, and otherwise do what the given hooks do. */
  ProxyHooks into(ProxyHooks hooks) {
    return new ProxyHooks(
        (request, path) -> answers(request, path) || hooks.own().test(request, path),
        hooks.admission(),
        (exchange, denial) ->
            door.store(exchange, denial) || hooks.overflow().test(exchange, denial),
        hooks.meters(),
        hooks.listener());
  }

  /** Answers a request to the resource, as one check of this node; returns false for any other. */
  private boolean answers(HttpServerRequest request, ProxyPath path) {
    boolean own = StoredResource.isAt(path.normal());
    if (own) {
      count.run();
      resource.answer(request, path.normal());
    }
    return own;
  }

  private void wake(ProxyRoute route, Duration after) {
    StoredSender its = sender;
    if (its != null) {
      its.wake(route, after);
    }
  }

  /** Starts to send. */
  void start(ProxyParts parts) {
    StoredSender made = new StoredSender(parts, store, listener);
    sender = made;
    made.start();
  }

  /** Takes no more requests, and waits for those in flight; then {@link #close}. */
  Future<Void> drain() {
    return sender == null ? Future.succeededFuture() : sender.close();
  }

  void close() {
    store.close();
  }
}
