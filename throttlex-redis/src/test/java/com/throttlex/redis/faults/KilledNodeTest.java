package com.throttlex.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.redis.faults.LeasingProcess.Admission;
import com.throttlex.shared.faults.Answer;
import com.throttlex.shared.faults.Figures;
import com.throttlex.shared.faults.Node;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Sync;
import com.throttlex.tck.servers.RedisServer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a node that crashes while it holds leased units.
 *
 * <p>Nothing is admitted twice. Until the window ends, the units that it held of each key are lost:
 * a chunk, which is at most the demand of one and a half tenths of a second.
 */
class KilledNodeTest {
  static final long AMOUNT = 4_000;
  static final Limit LIMIT = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(AMOUNT + "/18250d"));
  static final List<String> SUBJECTS = IntStream.range(0, 5).mapToObj(i -> "user-" + i).toList();

  private static final int ADMISSIONS = 5_000;
  private static final int RETURNED = 1_000;

  /** The length of a tenth of a second, with a margin for clocks that are read one by one. */
  private static final long SLOT_NANOS = 105_000_000;

  private final RedisServer server = RedisServer.start();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void admitted_whenANodeIsKilledWithLeases_isNotOverAndShortByAChunkAtMost() throws Exception {
    List<Admission> first;
    try (LeasingProcess process = LeasingProcess.start(server.url())) {
      first = process.killAfter(ADMISSIONS);
    }
    assertThat(first).hasSizeGreaterThanOrEqualTo(ADMISSIONS);
    try (Node node = Node.patient(server.url(), 2, new SystemTime())) {
      long worst = 0;
      for (String subject : SUBJECTS) {
        List<Long> times =
            first.stream()
                .filter(a -> a.subject().equals(subject))
                .map(Admission::askedAt)
                .toList();
        long lost = AMOUNT - times.size() - drain(node, subject);
        long chunk = most(times) * 3 / 2;
        // A last admission may have been made and not said.
        assertThat(lost).as("units lost of %s", subject).isBetween(0L, chunk + 1);
        assertThat(remaining(node, subject)).isZero();
        worst = Math.max(worst, lost);
      }
      Figures.tell("node killed: at most %d of %d units lost of a key", worst, AMOUNT);
    }
  }

  /** Sends requests until one is denied; returns how many units were admitted. */
  private static long drain(Node node, String subject) {
    long admitted = 0;
    Answer answer = node.ask(subject, LIMIT, Sync.LEASED, FailureMode.LOCAL);
    while (answer.admitted()) {
      admitted++;
      answer = node.ask(subject, LIMIT, Sync.LEASED, FailureMode.LOCAL);
    }
    assertThat(answer.failure()).isNull();
    assertThat(answer.degraded()).isFalse();
    return admitted;
  }

  /** Returns the most requests in the length of a slot. */
  private static long most(List<Long> times) {
    int most = 0;
    for (int from = 0, to = 0; to < times.size(); to++) {
      while (times.get(to) - times.get(from) > SLOT_NANOS) {
        from++;
      }
      most = Math.max(most, to - from + 1);
    }
    return most;
  }

  private static long remaining(Node node, String subject) {
    return node.store()
        .inspect(Node.key(subject), 0, 0)
        .toCompletableFuture()
        .join()
        .map(Status::remaining)
        .orElseThrow();
  }

  @Test
  void admitted_whenLeasesAreReturnedAgainAndAgain_isTheLimit() {
    TwiceSettled[] between = new TwiceSettled[1];
    long admitted = 0;
    try (Node returns =
        Node.patient(
            server.url(), 2, new SystemTime(), store -> between[0] = new TwiceSettled(store))) {
      for (int i = 0; i < RETURNED; i++) {
        admitted += returns.ask("u", LIMIT, Sync.LEASED, FailureMode.LOCAL).admitted() ? 1 : 0;
      }
      returns.returnLeases();
      long left = remaining(returns, "u");
      int returned = between[0].tellAgain();

      assertThat(admitted).isEqualTo(RETURNED);
      assertThat(returned).isPositive();
      assertThat(between[0].answers()).containsOnly(Settlement.ALREADY_SETTLED);
      assertThat(left).isEqualTo(AMOUNT - RETURNED);
      assertThat(remaining(returns, "u")).isEqualTo(left);
    }
    try (Node other = Node.patient(server.url(), 2, new SystemTime())) {
      assertThat(admitted + drain(other, "u")).isEqualTo(AMOUNT);
    }
  }
}
