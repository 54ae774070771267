package com.throttlex.redis.faults;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.shared.BreakerState;
import com.throttlex.shared.faults.Answer;
import com.throttlex.shared.faults.Answers;
import com.throttlex.shared.faults.Figures;
import com.throttlex.shared.faults.Load;
import com.throttlex.shared.faults.Node;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisCluster;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a Cluster with one unavailable master. */
class MasterAwayTest {
  /** The ways in which a master fails and recovers. */
  enum Fault {
    KILLED,
    SILENT
  }

  private static final long AMOUNT = 100;
  private static final Limit LIMIT =
      Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(AMOUNT + "/18250d"));
  private static final Limit WIDE = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1000000/18250d"));
  private static final String BOTH = "both";
  private static final int SHARED = 1;
  private static final int RESERVED = 2;
  private static final List<String> SUBJECTS =
      IntStream.range(0, 24).mapToObj(number -> "user-" + number).toList();
  private static final Duration RECOVERY = Duration.ofSeconds(5);

  private static RedisCluster cluster;
  private static RedisServer away;
  private static List<String> there;
  private static List<String> here;
  private Node node;
  private @Nullable Fault fault;

  @BeforeAll
  static void start() {
    cluster = RedisCluster.startIndependent(3);
    away = cluster.nodes().get(2);
    Map<Boolean, List<String>> subjects =
        SUBJECTS.stream().collect(Collectors.partitioningBy(s -> owner(s) == away));
    there = subjects.get(true);
    here = subjects.get(false);
    assertThat(here.stream().map(MasterAwayTest::owner).distinct()).hasSize(2);
    assertThat(there).isNotEmpty();
  }

  private static RedisServer owner(String subject) {
    Long slot = (Long) cluster.nodes().get(0).command("CLUSTER", "KEYSLOT", subject);
    return cluster.owner(slot.intValue());
  }

  @AfterAll
  static void end() {
    cluster.close();
  }

  @BeforeEach
  void connect() {
    cluster.flush();
    node = Node.unhurried(cluster.url());
  }

  @AfterEach
  void disconnect() {
    node.close();
    if (fault != null) {
      end(fault);
    }
  }

  private void begin(Fault next) {
    fault = next;
    if (next == Fault.KILLED) {
      away.kill();
    } else {
      away.pause();
    }
  }

  private void end(Fault last) {
    if (last == Fault.KILLED) {
      away.restart();
    } else {
      away.resume();
    }
    fault = null;
    cluster.awaitWhole();
  }

  @Test
  void master_thatIsKilled_degradesItsKeysAndNoOthers() {
    assertOnlyItsKeysDegrade(Fault.KILLED);
  }

  @Tag("long")
  @Test
  void master_thatIsSilent_degradesItsKeysAndNoOthers() {
    assertOnlyItsKeysDegrade(Fault.SILENT);
  }

  private void assertOnlyItsKeysDegrade(Fault how) {
    assertThat(node.states().keySet())
        .isEqualTo(cluster.nodes().stream().map(MasterAwayTest::name).collect(toSet()));
    String reservation = reserveBoth();
    assertThat(remaining(here.get(0), RESERVED)).isEqualTo(WIDE.capacity() - 1);
    try (Load load = Load.start(4, Duration.ofMillis(1), this::ask)) {
      load.await("a shared answer of each", Answers.times(2 * SUBJECTS.size(), Answer::isShared));
      begin(how);
      load.await("a degraded answer", Answer::degraded);
      Await.until("an open circuit", () -> state(away) == BreakerState.OPEN);
      load.await("every key used up", Answers.times(SUBJECTS.size() * 120, answer -> true));
      Answers answers = load.stop();

      Answers ofOthers = answers.only(answer -> here.contains(answer.subject()));
      Figures.tell(
          "master %s: %d of %d answers degraded, the longest of the others' took %.0f ms",
          how, answers.count(Answer::degraded), answers.all().size(), ofOthers.longestMillis());
      assertThat(answers.failures()).isEmpty();
      assertThat(ofOthers.count(Answer::degraded)).isZero();
      for (String subject : here) {
        assertThat(ofOthers.of(subject).count(Answer::admitted)).as(subject).isEqualTo(AMOUNT);
      }
      assertThat(state(cluster.nodes().get(0))).isEqualTo(BreakerState.CLOSED);
      assertThat(state(cluster.nodes().get(1))).isEqualTo(BreakerState.CLOSED);
      assertThat(there).allMatch(subject -> ask(subject).degraded());
      assertGivenBack(answers.of(BOTH));
    }
    assertThat(node.store().settle(reservation, 0, 0)).isCompletedWithValue(Settlement.SETTLED);
    awaitRemaining(here.get(0), RESERVED, WIDE.capacity());
    end(how);
    Await.until(RECOVERY, "a closed circuit", () -> state(away) == BreakerState.CLOSED);
    assertThat(SUBJECTS).noneMatch(subject -> ask(subject).degraded());
    assertThat(askBoth().isShared()).isTrue();
    awaitRemaining(there.get(0), RESERVED, WIDE.capacity());
  }

  /** Checks that charges at the other masters are given back. */
  private void assertGivenBack(Answers answers) {
    assertThat(answers.count(Answer::degraded)).isPositive();
    assertThat(answers.count(Answer::isOwn)).isZero();
    awaitRemaining(here.get(0), SHARED, WIDE.capacity() - answers.count(Answer::isShared));
  }

  /** Sends a request for one subject; every 25th is for two subjects at different masters. */
  private Answer ask(int i) {
    int next = i % (SUBJECTS.size() + 1);
    return next == SUBJECTS.size() ? askBoth() : ask(SUBJECTS.get(next));
  }

  private Answer ask(String subject) {
    return node.ask(subject, LIMIT);
  }

  private BreakerState state(RedisServer master) {
    return node.states().getOrDefault(name(master), BreakerState.CLOSED);
  }

  private static String name(RedisServer master) {
    return "127.0.0.1:" + master.port();
  }

  /** Requests a unit of each subject; in fallback, none is admitted. */
  private Answer askBoth() {
    return node.ask(BOTH, both(SHARED));
  }

  /** Reserves a unit of each; the settlement begins at the master that will be unavailable. */
  private String reserveBoth() {
    Charges charges = both(RESERVED).reserve("work", 300_000_000_000L);
    Answer answer = node.ask(BOTH, charges);
    assertThat(answer.isShared()).isTrue();
    return String.valueOf(answer.reservation());
  }

  private Charges both(int index) {
    Terms terms = new Terms(false, 0, Sync.STRICT, FailureMode.DENY);
    Charges charges = node.request();
    charges.add(Node.key(there.get(0)), index, WIDE, 1, 0, terms);
    charges.add(Node.key(here.get(0)), index, WIDE, 1, 0, terms);
    return charges;
  }

  private void awaitRemaining(String subject, int index, long left) {
    Await.until(
        () -> subject + ": " + remaining(subject, index) + " (expected: " + left + ")",
        () -> remaining(subject, index) == left);
  }

  /** Returns what is left of the wide limit; all of it if Redis has no counter. */
  private long remaining(String subject, int index) {
    return node.store()
        .inspect(Node.key(subject), index, 0)
        .toCompletableFuture()
        .join()
        .map(Status::remaining)
        .orElse(WIDE.capacity());
  }
}
