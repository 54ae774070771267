package com.throttlex.proxy.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.proxy.ProxyParts;
import com.throttlex.proxy.ProxyRoute;
import com.throttlex.proxy.ProxySettings;
import com.throttlex.queue.StoredDelivery;
import com.throttlex.queue.StoredRequest;
import com.throttlex.queue.StoredRequests;
import com.throttlex.queue.StoredState;
import com.throttlex.queue.TakenRequests;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store that throws neither stops the sender nor leaves a request in flight. */
class StoredSenderTest {
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  /** A listener that does nothing. */
  private static final class Deaf implements StoredListener {
    @Override
    public void happened(ProxyRoute route, Event event, int requests) {}

    @Override
    public void stored(ProxyRoute route, long requests) {}
  }

  /** Throws at the first take and when a request is given back; delivers one unreadable request. */
  private static final class ThrowingStore implements StoredRequests {
    final AtomicInteger takes = new AtomicInteger();
    final CountDownLatch givenBack = new CountDownLatch(1);

    @Override
    public CompletionStage<TakenRequests> take(
        String service, String consumer, int max, Duration visibility) {
      return switch (takes.incrementAndGet()) {
        case 1 -> throw new IllegalStateException("first take");
        case 2 -> {
          StoredDelivery unreadable =
              new StoredDelivery(service, "t", consumer, new byte[1], 1, false);
          yield CompletableFuture.completedFuture(new TakenRequests(List.of(unreadable), 0, 1));
        }
        default -> CompletableFuture.completedFuture(new TakenRequests(List.of(), 0, 0));
      };
    }

    @Override
    public CompletionStage<Boolean> giveBack(
        String service, String ticket, String consumer, Duration after, @Nullable String reason) {
      givenBack.countDown();
      throw new IllegalStateException("give back");
    }

    @Override
    public CompletionStage<Boolean> store(StoredRequest request, Duration wait) {
      throw new AssertionError();
    }

    @Override
    public CompletionStage<Boolean> hold(
        String service, String ticket, String consumer, Duration visibility) {
      throw new AssertionError();
    }

    @Override
    public CompletionStage<Boolean> finish(
        String service, String ticket, String consumer, byte[] answer, byte[] brief) {
      throw new AssertionError();
    }

    @Override
    public CompletionStage<Optional<StoredState>> find(String service, String ticket) {
      throw new AssertionError();
    }

    @Override
    public CompletionStage<Optional<StoredState.Stage>> cancel(String service, String ticket) {
      throw new AssertionError();
    }

    @Override
    public void close() {}
  }

  @SuppressWarnings("NullAway") // parts that an unreadable request does not need
  private ProxyParts parts() {
    ProxyRoute route =
        new ProxyRoute(
            "app",
            Set.of(),
            null,
            List.of(URI.create("http://127.0.0.1:9")),
            null,
            Duration.ofSeconds(1),
            1_000);
    ProxySettings settings = new ProxySettings(0, List.of(route), 10, 10);
    return new ProxyParts(vertx, settings, null, null, null, null, null, null, null, Map.of());
  }

  @Test
  void sender_whoseStoreThrows_goesOnAndHasNothingInFlight() throws Exception {
    ThrowingStore store = new ThrowingStore();
    StoredSender sender = new StoredSender(parts(), store, new Deaf());
    sender.start();

    assertThat(store.givenBack.await(30, TimeUnit.SECONDS)).isTrue();
    sender.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    assertThat(store.takes).hasValueGreaterThanOrEqualTo(2);
  }
}
