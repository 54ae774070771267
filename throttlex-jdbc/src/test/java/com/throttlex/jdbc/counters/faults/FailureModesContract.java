package com.throttlex.jdbc.counters.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.distributed.faults.Answer;
import com.throttlex.distributed.faults.Figures;
import com.throttlex.distributed.faults.Node;
import com.throttlex.jdbc.counters.JdbcStore;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.Sql;
import com.throttlex.tck.servers.SqlServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a rule says about failures holds for every failure, every time. */
interface FailureModesContract extends OwnServer {
  long AMOUNT = 40;
  int NODES = 2;
  Limit LIMIT = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(AMOUNT + "/18250d"));

  /** How a database can fail. */
  enum Fault {
    DOWN {
      @Override
      void strike(SqlServer server, FaultProxy network, String url) {
        server.kill();
      }

      @Override
      void end(SqlServer server, String url) {
        server.restart();
      }
    },
    SLOW {
      @Override
      void strike(SqlServer server, FaultProxy network, String url) {
        network.delay(JdbcStore.TIMEOUT.multipliedBy(2));
      }
    },
    ERROR {
      @Override
      void strike(SqlServer server, FaultProxy network, String url) {
        Sql.run(url, "alter table throttlex_usage rename to throttlex_away");
      }
    },
    NO_RIGHTS {
      @Override
      void strike(SqlServer server, FaultProxy network, String url) {
        Sql.run(url, "revoke insert on throttlex_usage from guest");
      }
    };

    abstract void strike(SqlServer server, FaultProxy network, String url);

    void end(SqlServer server, String url) {}
  }

  /** Another user's URL of the same database, who may do with the tables what counters need. */
  String guest(String url);

  @ParameterizedTest
  @EnumSource
  default void verdicts_whileTheDatabaseFails_areThoseOfTheModeAndCounted(Fault fault) {
    String url = newDatabase();
    try (JdbcStore tables = JdbcStore.open(url, LONG)) {
      tables.check();
    }
    try (FaultProxy network = FaultProxy.to(server().port());
        Node node = SqlNode.of(server().through(network.port(), guest(url)), NODES).connected()) {
      Map<FailureMode, Long> before = fallbacks(node);
      fault.strike(server(), network, url);
      Map<FailureMode, List<Answer>> answers = ask(node, Duration.ofSeconds(2));
      network.pass();
      fault.end(server(), url);

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
      Figures.tell("%s %s: %d verdicts of each mode", server(), fault, local.size());
    }
  }

  private static Map<FailureMode, Long> fallbacks(Node node) {
    Map<FailureMode, Long> counts = new EnumMap<>(FailureMode.class);
    for (FailureMode mode : FailureMode.values()) {
      counts.put(mode, node.events().fallbacks(mode));
    }
    return counts;
  }

  /** Asks under each mode in turn, before and after the breaker opens and while it tries. */
  private static Map<FailureMode, List<Answer>> ask(Node node, Duration time) {
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
