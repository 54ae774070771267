package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.Delivery;
import com.throttlex.queue.MemoryQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.QueueWorker;
import com.throttlex.queue.WorkerOptions;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class QueueWorkerTest {
  private static final String SERVICE = "mail";

  private final ManualTime time = new ManualTime();
  private final MemoryQueue queue = new MemoryQueue(QueueLimits.DEFAULT, time);
  private final List<String> done = new ArrayList<>();
  private final List<Duration> times = new ArrayList<>();

  private static RuleBook rules(String... limits) {
    return Lab.book(Lab.perUser("mails", limits).onExceed(OnExceed.QUEUE));
  }

  private ThrottleX throttlex(String... limits) {
    return ThrottleX.of(rules(limits), new MemoryStore(), time);
  }

  private QueueWorker worker(ThrottleX throttlex, QueueWorker.Handler handler) {
    return worker(throttlex, time, handler);
  }

  private QueueWorker worker(ThrottleX throttlex, TimeSource source, QueueWorker.Handler handler) {
    return new QueueWorker(
        queue,
        throttlex,
        RequestContext::ofUser,
        handler,
        source,
        WorkerOptions.of(SERVICE, "worker"));
  }

  private void note(Delivery delivery) {
    done.add(delivery.request());
    times.add(time.elapsed());
  }

  private void offer(String user, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(queue.offer(SERVICE, user, null).toCompletableFuture().join()).isPresent();
    }
  }

  private long length() {
    return queue.status(SERVICE).toCompletableFuture().join().length();
  }

  private List<DeadLetter> dead() {
    return queue.deadLetters(SERVICE, 10).toCompletableFuture().join();
  }

  /** Works until the queue is empty; an empty hand waits as the worker's own thread does. */
  private void drain(QueueWorker worker) throws InterruptedException {
    for (int i = 0; i < 100_000 && length() > 0; i++) {
      if (!worker.next()) {
        time.passMillis(200);
      }
    }
    assertThat(length()).isZero();
  }

  @Test
  void queue_isDrainedAtThePermittedRate() throws InterruptedException {
    offer("ada", 100);
    drain(worker(throttlex("10/1s"), this::note));
    assertThat(done).hasSize(100);
    assertThat(times.get(9)).as("the burst").isEqualTo(Duration.ZERO);
    for (int i = 10; i < 100; i++) {
      assertThat(times.get(i)).isEqualTo(Duration.ofMillis(100L * (i - 9)));
    }
  }

  @Test
  void requestsThatComeDirectly_shareTheLimitWithTheQueue() throws InterruptedException {
    ThrottleX throttlex = throttlex("10/1s");
    for (int i = 0; i < 10; i++) {
      assertThat(throttlex.check(RequestContext.ofUser("ada")).allowed()).isTrue();
    }
    offer("ada", 5);
    drain(worker(throttlex, this::note));
    assertThat(times.get(0)).isEqualTo(Duration.ofMillis(100));
    assertThat(times.get(4)).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void requestThatHasToWaitLong_holdsUpNoOther() throws InterruptedException {
    ThrottleX throttlex = throttlex("1/1m");
    throttlex.check(RequestContext.ofUser("ada"));
    offer("ada", 1);
    offer("bob", 1);
    drain(worker(throttlex, this::note));
    assertThat(done).containsExactly("bob", "ada");
    assertThat(times.get(0)).isEqualTo(Duration.ZERO);
    assertThat(times.get(1)).isBetween(Duration.ofSeconds(60), Duration.ofMillis(60_400));
  }

  @Test
  void requestWhoseDeadlinePasses_isGivenUpAndNeverDone() throws InterruptedException {
    ThrottleX throttlex = throttlex("1/1h");
    throttlex.check(RequestContext.ofUser("ada"));
    offer("ada", 1);
    QueueWorker worker = worker(throttlex, this::note);
    assertThat(worker.next()).isTrue();
    time.passSeconds(3600);
    assertThat(worker.next()).isFalse();
    assertThat(done).isEmpty();
    assertThat(dead()).extracting(DeadLetter::reason).containsExactly("expired");
  }

  @Test
  void workThatFails_isTriedAgainLaterAndLater_andThenGivenUp() throws InterruptedException {
    offer("ada", 1);
    QueueWorker worker =
        worker(
            throttlex("100/1s"),
            delivery -> {
              note(delivery);
              throw new IllegalStateException("no mail server");
            });
    drain(worker);
    assertThat(times)
        .containsExactly(
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofSeconds(3),
            Duration.ofSeconds(7),
            Duration.ofSeconds(15));
    assertThat(dead()).hasSize(1);
    assertThat(dead().get(0).reason()).isEqualTo("java.lang.IllegalStateException: no mail server");
    assertThat(dead().get(0).attempts()).isEqualTo(5);
  }

  @Test
  void workThatFailsOnce_isDoneTheSecondTime() throws InterruptedException {
    offer("ada", 1);
    QueueWorker worker =
        worker(
            throttlex("100/1s"),
            delivery -> {
              note(delivery);
              if (delivery.attempt() == 1) {
                throw new IOException("not yet");
              }
            });
    drain(worker);
    assertThat(done).hasSize(2);
    assertThat(dead()).isEmpty();
  }

  @Test
  void requestThatCannotBeRead_becomesADeadLetterAndHoldsUpNoOther() throws InterruptedException {
    offer("bad\u0000", 1);
    offer("ada", 1);
    drain(worker(throttlex("100/1s"), this::note));
    assertThat(done).containsExactly("ada");
    assertThat(dead()).hasSize(1);
    assertThat(dead().get(0).reason()).contains("user");
  }

  @Test
  void slotOfAConcurrencyRule_isFreeAgainAfterTheWork() throws InterruptedException {
    RuleBook slots = Lab.book(Lab.perUser("slots", "1/1h").algorithm(Algorithm.CONCURRENCY));
    ThrottleX throttlex = ThrottleX.of(slots, new MemoryStore(), time);
    offer("ada", 3);
    drain(worker(throttlex, this::note));
    assertThat(times).containsOnly(Duration.ZERO);
  }

  @Test
  @Timeout(60)
  void closedWorker_givesBackWhatItWaitsWith() throws Exception {
    SystemTime system = new SystemTime();
    CountDownLatch taken = new CountDownLatch(1);
    ThrottleX throttlex = ThrottleX.of(rules("100/1s"), new MemoryStore(), system);
    offer("ada", 1);
    QueueWorker worker =
        worker(
            throttlex,
            system,
            delivery -> {
              taken.countDown();
              new CountDownLatch(1).await();
            });
    worker.start();
    assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue();
    worker.close();
    assertThat(length()).isEqualTo(1);
    drain(worker(throttlex, delivery -> done.add("attempt " + delivery.attempt())));
    assertThat(done).containsExactly("attempt 1");
  }
}
