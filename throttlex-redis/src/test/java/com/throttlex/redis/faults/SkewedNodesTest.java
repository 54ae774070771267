package com.throttlex.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.shared.faults.Answer;
import com.throttlex.shared.faults.Answers;
import com.throttlex.shared.faults.Figures;
import com.throttlex.shared.faults.Load;
import com.throttlex.shared.faults.Node;
import com.throttlex.shared.faults.SkewedTime;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests nodes whose clocks are a minute apart. */
class SkewedNodesTest {
  private static final Duration SKEW = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final long AMOUNT = 20_000;

  private final RedisServer server = RedisServer.start();
  private final List<Node> nodes = new ArrayList<>();

  SkewedNodesTest() {
    for (Duration ahead : List.of(SKEW, SKEW.negated())) {
      nodes.add(RedisNode.patient(server.url(), 2, SkewedTime.of(ahead)).connected());
    }
  }

  @AfterEach
  void close() {
    nodes.forEach(Node::close);
    server.close();
  }

  @Test
  void admitted_byStrictNodes_isTheLimit() {
    check(Sync.STRICT, Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("2000/18250d")), 2_000);
  }

  @Test
  void admitted_byNodesThatLeaseFromAWindow_isTheLimit() {
    check(Sync.LEASED, Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(AMOUNT + "/18250d")), AMOUNT);
  }

  @Test
  void admitted_byNodesThatLeaseFromASlidingWindow_isTheLimit() {
    Limit limit = Limit.of(Algorithm.SLIDING_WINDOW_COUNTER, Rate.parse(AMOUNT + "/18250d"));
    check(Sync.LEASED, limit, AMOUNT);
  }

  @Test
  void admitted_byNodesThatLeaseFromABucket_isTheLimit() {
    check(Sync.LEASED, Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse(AMOUNT + "/18250d")), AMOUNT);
  }

  private void check(Sync sync, Limit limit, long amount) {
    AtomicLong admitted = new AtomicLong();
    try (Load load = Load.start(4, Duration.ZERO, i -> ask(i, sync, limit, admitted))) {
      Await.until(LONG, "all admitted", () -> admitted.get() >= amount);
      int asked = load.asked();
      Await.until(LONG, "more asked", () -> load.asked() > asked + 2_000);
      Answers answers = load.stop();

      Figures.tell(
          "%s %s, nodes a minute apart: %d of %d in %d requests",
          sync, limit.algorithm(), admitted.get(), amount, answers.all().size());
      assertThat(answers.failures()).isEmpty();
      assertThat(answers.count(Answer::degraded)).isZero();
      assertThat(admitted.get()).isEqualTo(amount);
    }
  }

  private Answer ask(int i, Sync sync, Limit limit, AtomicLong admitted) {
    Answer answer = nodes.get(i % 2).ask("hot", limit, sync, FailureMode.LOCAL);
    if (answer.admitted()) {
      admitted.incrementAndGet();
    }
    return answer;
  }
}
