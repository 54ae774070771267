package com.throttlex.tck.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SentinelGroupTest {
  @Test
  void killedMaster_isReplacedByItsReplica_withWhatItHadWritten() {
    try (SentinelGroup group = SentinelGroup.start()) {
      assertThat(group.url())
          .isEqualTo("redis-sentinel://127.0.0.1:" + group.sentinel().port() + "#throttlex");
      RedisServer former = group.master();
      assertThat(String.valueOf(former.command("ROLE"))).startsWith("[master");
      former.command("SET", "kept", "1");
      Await.until("the key on the replica", () -> replicated(former));
      former.kill();
      long start = System.nanoTime();
      RedisServer next = group.masterAfter(former);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
      assertThat(next).isNotSameAs(former);
      assertThat(group.master()).isSameAs(next);
      assertThat(next.command("GET", "kept")).isEqualTo("1");
      assertThat(next.command("SET", "new", "1")).isEqualTo("OK");
    }
  }

  private static boolean replicated(RedisServer master) {
    String replication = String.valueOf(master.command("INFO", "replication"));
    String offset = replication.replaceAll("(?s).*master_repl_offset:(\\d+).*", "$1");
    return replication.contains(",offset=" + offset + ",");
  }
}
