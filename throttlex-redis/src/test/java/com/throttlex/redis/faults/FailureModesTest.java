package com.throttlex.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.distributed.faults.Answer;
import com.throttlex.distributed.faults.Figures;
import com.throttlex.distributed.faults.Node;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a rule says about failures holds for every failure, every time. */
class FailureModesTest {
  private static final long AMOUNT = 40;
  private static final int NODES = 2;
  private static final Limit LIMIT =
      Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(AMOUNT + "/18250d"));

  /** How Redis can fail. */
  enum Fault {
    KILLED {
      @Override
      void strike(RedisServer server, FaultProxy network) {
        server.kill();
      }
    },
    SLOW {
      @Override
      void strike(RedisServer server, FaultProxy network) {
        network.delay(RedisNode.TIMEOUT.multipliedBy(4));
      }
    },
    OUT_OF_MEMORY {
      @Override
      void strike(RedisServer server, FaultProxy network) {
        server.command("CONFIG", "SET", "maxmemory", "1");
      }
    },
    READ_ONLY {
      @Override
      void strike(RedisServer server, FaultProxy network) {
        server.command("REPLICAOF", "127.0.0.1", Integer.toString(server.port()));
      }
    };

    abstract void strike(RedisServer server, FaultProxy network);
  }

  private final RedisServer server = RedisServer.start();
  private final FaultProxy network = FaultProxy.to(server.port());
  private final Node node = RedisNode.of("redis://127.0.0.1:" + network.port(), NODES);

  @BeforeEach
  void connect() {
    node.connected();
  }

  @AfterEach
  void close() {
    node.close();
    network.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void verdicts_whileRedisFails_areThoseOfTheModeAndCounted(Fault fault) {
    Map<FailureMode, Long> before = fallbacks();
    fault.strike(server, network);
    Map<FailureMode, List<Answer>> answers = ask(Duration.ofMillis(1_500));

    assertThat(answers.get(FailureMode.ALLOW)).allMatch(Answer::admitted);
    assertThat(answers.get(FailureMode.DENY)).noneMatch(Answer::admitted);
    List<Answer> local = answers.get(FailureMode.LOCAL);
    assertThat(local).hasSizeGreaterThan((int) AMOUNT);
    assertThat(local.subList(0, (int) AMOUNT / NODES)).allMatch(Answer::admitted);
    assertThat(local.subList((int) AMOUNT / NODES, local.size())).noneMatch(Answer::admitted);
    answers.forEach(
        (mode, those) -> {
          assertThat(those).as("answers by mode %s", mode).allMatch(Answer::degraded);
          assertThat(node.events().fallbacks(mode) - before.get(mode)).isEqualTo(those.size());
        });
    Figures.tell("%s: %d verdicts of each mode", fault, local.size());
  }

  private Map<FailureMode, Long> fallbacks() {
    Map<FailureMode, Long> counts = new EnumMap<>(FailureMode.class);
    for (FailureMode mode : FailureMode.values()) {
      counts.put(mode, node.events().fallbacks(mode));
    }
    return counts;
  }

  /** Asks under each mode in turn, before and after the breaker opens and while it tries. */
  private Map<FailureMode, List<Answer>> ask(Duration time) {
    Map<FailureMode, List<Answer>> answers = new EnumMap<>(FailureMode.class);
    long end = System.nanoTime() + time.toNanos();
    int rounds = 0;
    while (System.nanoTime() < end || rounds <= AMOUNT) {
      rounds++;
      for (FailureMode mode : FailureMode.values()) {
        Answer answer = node.ask("user-" + mode, LIMIT, Sync.STRICT, mode);
        assertThat(answer.failure()).isNull();
        answers.computeIfAbsent(mode, m -> new ArrayList<>()).add(answer);
      }
      Await.pass(Duration.ofMillis(2));
    }
    return answers;
  }
}
