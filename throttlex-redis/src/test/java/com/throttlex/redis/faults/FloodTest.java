package com.throttlex.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.redis.Redis;
import com.throttlex.redis.RedisStore;
import com.throttlex.shared.Coalescer;
import com.throttlex.shared.CoalescerSettings;
import com.throttlex.shared.faults.Figures;
import com.throttlex.shared.faults.LateScheduler;
import com.throttlex.shared.faults.Node;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import java.lang.management.ManagementFactory;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a flood of requests to a Redis that does not answer, without waiting for answers. */
class FloodTest {
  private static final CoalescerSettings SETTINGS = CoalescerSettings.of(Redis.TIMEOUT);
  private static final Limit LIMIT = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1000000/1s"));
  private static final int REQUESTS = 80_000;
  private static final long MOST_BYTES = 64L << 20;
  private static final int MOST_THREADS = 10;

  private final RedisServer server = RedisServer.start();
  private final Redis redis = Redis.open(server.url());
  private final LateScheduler scheduler = new LateScheduler("flood");
  private final TimeSource time = new SystemTime();
  private final Store store = new Coalescer(RedisStore.on(redis), SETTINGS, time, scheduler);

  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicLong answered = new AtomicLong();
  private final Queue<Throwable> others = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    store.close();
    scheduler.close();
    redis.close();
    server.close();
  }

  @Test
  void queueHeapAndThreads_whileRedisIsStoppedAndRequestsCome_stayBounded() {
    Await.until("a connection", () -> ask() == null);
    long heap = usedBytes();
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    server.pause();

    int mostPending = 0;
    int mostThreads = 0;
    for (int i = 0; i < REQUESTS; i++) {
      throwOne(i);
      mostPending = Math.max(mostPending, pending.get());
      if (i % 1_000 == 0) {
        mostThreads = Math.max(mostThreads, ManagementFactory.getThreadMXBean().getThreadCount());
      }
    }
    long grown = usedBytes() - heap;
    Await.until("all answered", () -> answered.get() == REQUESTS);
    server.resume();
    double back = Await.until("an answer", () -> ask() == null);

    Figures.tell(
        "flood: at most %d of %d pending, %d threads more, %d KB more, back after %.0f ms",
        mostPending, REQUESTS, mostThreads - threads, grown >> 10, back);
    assertThat(others).isEmpty();
    assertThat(mostPending)
        .isLessThanOrEqualTo(
            SETTINGS.maxQueue() + SETTINGS.maxInFlight() * SETTINGS.maxBatch() + 1);
    assertThat(mostThreads - threads).as("more threads").isLessThanOrEqualTo(MOST_THREADS);
    assertThat(grown).as("more bytes on the heap").isLessThan(MOST_BYTES);
  }

  private void throwOne(int i) {
    pending.incrementAndGet();
    store
        .decide(charges(i))
        .whenComplete(
            (done, failure) -> {
              pending.decrementAndGet();
              answered.incrementAndGet();
              if (failure != null && !isUnavailable(failure)) {
                others.add(failure);
              }
            });
  }

  private Throwable ask() {
    return store.decide(charges(0)).handle((done, failure) -> failure).toCompletableFuture().join();
  }

  private Charges charges(int i) {
    Charges charges = new Charges().start(time.nanos());
    charges.add(Node.key("u" + i % 10_000), 0, LIMIT, 1);
    return charges;
  }

  private static boolean isUnavailable(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof StoreUnavailableException;
  }

  private static long usedBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
