package com.throttlex.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.shared.faults.Answer;
import com.throttlex.shared.faults.Answers;
import com.throttlex.shared.faults.Figures;
import com.throttlex.shared.faults.Load;
import com.throttlex.shared.faults.Node;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests a Redis that loses all scripts again and again. */
class ForgottenScriptsTest {
  private static final long AMOUNT = 200;
  private static final int REQUESTS = 600;
  private static final int FLUSHES = 100;
  private static final Limit LIMIT =
      Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(AMOUNT + "/18250d"));

  /** A second limit that is never reached, so that each denial needs a call to Redis. */
  private static final Limit WIDE = Limit.of(Algorithm.GCRA, Rate.parse("1000000/1h"));

  @Test
  void callers_whileScriptsAreForgotten_noticeNothing() {
    try (RedisServer server = RedisServer.start();
        Node node = Node.patient(server.url(), 1, new SystemTime());
        Load load =
            Load.start(
                3,
                Duration.ZERO,
                i -> i % 2 == 0 ? node.ask("hot", LIMIT) : node.ask("cold", WIDE))) {
      int flushes = 0;
      while (flushes < FLUSHES || load.asked() < REQUESTS) {
        server.command("SCRIPT", "FLUSH");
        flushes++;
      }
      Answers answers = load.stop();

      Figures.tell("SCRIPT FLUSH: %d times during %d decisions", flushes, answers.all().size());
      assertThat(String.valueOf(server.command("INFO", "errorstats"))).contains("NOSCRIPT");
      assertThat(answers.failures()).isEmpty();
      assertThat(answers.count(Answer::degraded)).isZero();
      assertThat(node.events().storeFailures()).isZero();
      assertThat(answers.of("hot").count(Answer::admitted)).isEqualTo(AMOUNT);
      assertThat(answers.of("cold").all()).allMatch(Answer::admitted);
    }
  }
}
