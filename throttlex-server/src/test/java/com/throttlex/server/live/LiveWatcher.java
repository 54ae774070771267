package com.throttlex.server.live;

import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.function.Predicate;

/** A client that reads a stream of live numbers. */
public final class LiveWatcher implements Flow.Subscriber<String>, AutoCloseable {
  /** An event of the stream. */
  public record Event(String name, JsonObject data) {}

  private final List<Event> events = new CopyOnWriteArrayList<>();
  private final CompletableFuture<HttpResponse<Void>> response;
  private volatile Flow.Subscription subscription;
  private volatile boolean ended;
  private String name = "";

  /** Sends the request. */
  public LiveWatcher(HttpClient client, HttpRequest request) {
    response = client.sendAsync(request, HttpResponse.BodyHandlers.fromLineSubscriber(this));
  }

  @Override
  public void onSubscribe(Flow.Subscription made) {
    subscription = made;
    made.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(String line) {
    if (line.startsWith("event: ")) {
      name = line.substring("event: ".length());
    } else if (line.startsWith("data: ")) {
      events.add(new Event(name, new JsonObject(line.substring("data: ".length()))));
    }
  }

  @Override
  public void onError(Throwable failure) {
    ended = true;
  }

  @Override
  public void onComplete() {
    ended = true;
  }

  /** Returns all events so far. */
  public List<Event> events() {
    return List.copyOf(events);
  }

  /** Waits for an event of that name, with a condition. */
  public JsonObject await(String event, Predicate<JsonObject> condition) {
    return Await.answer(
        "an event " + event,
        () ->
            events.stream()
                .filter(one -> one.name().equals(event) && condition.test(one.data()))
                .map(Event::data)
                .findFirst()
                .or(Optional::empty));
  }

  /** Waits until the service ends the stream. */
  public void awaitEnd() {
    Await.until("the end of the stream", () -> ended);
  }

  /** Closes the connection. */
  @Override
  public void close() {
    Flow.Subscription open = subscription;
    if (open != null) {
      open.cancel();
    }
    response.cancel(true);
  }
}
