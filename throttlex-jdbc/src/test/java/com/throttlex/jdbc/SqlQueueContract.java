package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.throttlex.queue.Delivery;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.QueueStatus;
import com.throttlex.queue.Ticket;
import com.throttlex.tck.QueueContract;
import com.throttlex.tck.Together;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of queues in a database, and of several nodes that share it. */
abstract class SqlQueueContract extends QueueContract {
  private static final Map<Class<?>, String> URLS = new ConcurrentHashMap<>();
  private static final Duration VISIBLE = Duration.ofSeconds(30);

  private final List<Database> databases = new ArrayList<>();

  /** Returns the URL of a new database. */
  abstract String newUrl();

  private String url() {
    return URLS.computeIfAbsent(getClass(), unused -> newUrl());
  }

  private Database database() {
    Database opened = Database.open(url());
    databases.add(opened);
    return opened;
  }

  @Override
  protected OverflowQueue createQueue(QueueLimits limits, ManualClock clock) {
    Database opened = database();
    try {
      for (String table : List.of("queue", "queued", "queued_once", "dead_letter")) {
        Sql.run(url(), "delete from throttlex_" + table);
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return opened.queue(limits, clock);
  }

  @AfterEach
  void closeDatabases() {
    databases.forEach(Database::close);
  }

  private static <T> T get(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void queue_afterARestart_hasEverything() {
    OverflowQueue before = createQueue(QueueLimits.DEFAULT, clock());
    Ticket first = get(before.offer("s", "first", "once")).orElseThrow();
    get(before.offer("s", "second", null));
    assertThat(get(before.take("s", "gone", 1, VISIBLE))).hasSize(1);
    closeDatabases();
    OverflowQueue after = database().queue(QueueLimits.DEFAULT, clock());
    assertThat(get(after.offer("s", "first", "once"))).contains(first);
    assertThat(get(after.take("s", "b", 9, VISIBLE)))
        .extracting(Delivery::request)
        .containsExactly("second");
    clock().advance(VISIBLE);
    assertThat(get(after.take("s", "c", 9, VISIBLE)))
        .extracting(Delivery::request, Delivery::attempt)
        .containsExactly(tuple("first", 2), tuple("second", 2));
  }

  @Test
  void requests_takenByTwoNodesAtTheSameTime_areEachTakenOnce() {
    QueueLimits many = new QueueLimits(1_000, Duration.ofMinutes(5), 3, 4);
    OverflowQueue one = createQueue(many, clock());
    OverflowQueue two = database().queue(many, clock());
    List<String> services = List.of("a", "b", "c");
    List<List<String>> parts =
        Together.run(
            8,
            thread -> {
              OverflowQueue queue = thread % 2 == 0 ? one : two;
              List<String> done = new ArrayList<>();
              for (int i = 0; i < 30; i++) {
                String offered = services.get((thread + i) % 3);
                assertThat(get(queue.offer(offered, thread + "/" + i, null))).isPresent();
                String taken = services.get((thread + 2 * i) % 3);
                done.addAll(takeAndEnd(queue, taken, "c" + thread));
              }
              return done;
            });
    List<String> rest = new ArrayList<>();
    for (String service : services) {
      for (int i = 0; i < 9; i++) {
        rest.addAll(takeAndEnd(two, service, "last"));
        rest.addAll(takeAndEnd(one, service, "last"));
      }
    }
    assertThat(Stream.concat(parts.stream().flatMap(List::stream), rest.stream()))
        .doesNotHaveDuplicates()
        .hasSize(8 * 30);
    assertThat(get(one.status("a"))).isEqualTo(new QueueStatus(0, null, 0));
    two.close();
  }

  private static List<String> takeAndEnd(OverflowQueue queue, String service, String consumer) {
    List<String> done = new ArrayList<>();
    for (Delivery delivery : get(queue.take(service, consumer, 20, VISIBLE))) {
      assertThat(get(queue.acknowledge(service, delivery.ticket()))).isTrue();
      done.add(delivery.request());
    }
    return done;
  }

  @Test
  void queuesTogether_whenFull_refuseUntilRequestsExpire() {
    createQueue(QueueLimits.DEFAULT, clock());
    OverflowQueue queue = database().queue(QueueLimits.DEFAULT, clock(), 20);
    for (int i = 0; i < 20; i++) {
      assertThat(get(queue.offer("s" + i, "r", null))).isPresent();
    }
    assertThat(get(queue.offer("new", "r", null))).isEmpty();
    assertThat(get(queue.take("s0", "a", 1, VISIBLE))).hasSize(1);
    clock().advance(QueueLimits.DEFAULT.patience());
    assertThat(get(queue.offer("new", "r", null))).as("after 20 expired").isPresent();
    assertThat(get(queue.deadLetters("s1", 9))).hasSize(1);
    queue.close();
  }

  @Test
  void queueAndItsRequests_thatNobodyUsedForADay_areRemoved() throws Exception {
    OverflowQueue queue = createQueue(QueueLimits.DEFAULT, clock());
    get(queue.offer("unused", "r", "once"));
    clock().advance(Duration.ofHours(25));
    get(queue.offer("used", "r", null));
    assertThat(Sql.ask(url(), "select service from throttlex_queue")).containsExactly("used");
    assertThat(Sql.ask(url(), "select count(*) from throttlex_queued")).containsExactly("1");
    assertThat(Sql.ask(url(), "select count(*) from throttlex_queued_once")).containsExactly("0");
  }

  @Test
  void time_withoutAnother_isThatOfTheDatabase() {
    createQueue(QueueLimits.DEFAULT, clock());
    OverflowQueue queue = database().queue(QueueLimits.DEFAULT);
    Optional<Ticket> ticket = get(queue.offer("s", "r", null));
    long off =
        Math.abs(
            ticket.orElseThrow().deadline().toEpochMilli()
                - QueueLimits.DEFAULT.patience().toMillis()
                - System.currentTimeMillis());
    assertThat(off).isLessThan(30_000);
    queue.close();
  }
}
