package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Health and log say in the store's own words why it does not decide. */
class StoreReasonTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: r, key: [user], limits: 1000000/1d, on-store-failure: allow}
      """;

  private final RedisServer redis = RedisServer.start();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger breaker = (Logger) LoggerFactory.getLogger("com.throttlex.shared.Breaker");
  private RunningServer node;

  @BeforeEach
  void start(@TempDir Path folder) throws IOException {
    redis.command("ACL", "SETUSER", "tx", "on", ">right", "~*", "&*", "+@all");
    String url = redis.url().replace("redis://", "redis://tx:right@");
    node = RunningServer.start(folder, RULES, "store: " + url + "\n");
    log.start();
    breaker.addAppender(log);
    awaitDegraded(false);
  }

  @AfterEach
  void close() {
    breaker.detachAppender(log);
    node.close();
    redis.close();
  }

  private void awaitDegraded(boolean degraded) {
    Await.until("degraded: " + degraded, () -> isDegraded() == degraded);
  }

  private boolean isDegraded() {
    return node.check("{\"user\":\"u\"}").json().getBoolean("degraded");
  }

  /** Asks on until health names the reason. */
  private void awaitReason(String reason) {
    Await.until(
        () -> "health: " + node.health("store") + " (expected: " + reason + ")",
        () -> isDegraded() && detail().contains(reason));
    assertThat(detail()).startsWith("degraded: Redis failing (").endsWith("using on-store-failure");
  }

  private String detail() {
    return String.valueOf(node.health("store").getString("detail"));
  }

  /** Asks on until the log has the line. */
  private void awaitLog(String start, String part) {
    Await.until(
        () -> "log: " + log.list + " (expected: " + part + ")",
        () ->
            isDegraded() == start.contains("open")
                && List.copyOf(log.list).stream()
                    .map(ILoggingEvent::getFormattedMessage)
                    .anyMatch(line -> line.startsWith(start) && line.contains(part)));
    log.list.clear();
  }

  @Test
  void redis_outOfMemory_isNamed() {
    redis.command("CONFIG", "SET", "maxmemory", "1");
    awaitReason("(redis: OOM command not allowed");
    awaitLog("Circuit open: store failing (", "OOM command not allowed");

    redis.command("CONFIG", "SET", "maxmemory", "0");
    awaitDegraded(false);
    awaitLog("Circuit closed: ", "store answers again");
  }

  @Test
  void redis_thatBecomesAReplica_isNamed() {
    redis.command("REPLICAOF", "127.0.0.1", "1");
    awaitReason("(redis: READONLY");
    awaitLog("Circuit open: store failing (", "READONLY");
  }

  @Test
  void redis_withAnotherPassword_isNamed() {
    redis.command("ACL", "SETUSER", "tx", "resetpass", ">other");
    redis.command("CLIENT", "KILL", "USER", "tx");
    awaitReason("WRONGPASS");
    assertThat(detail()).doesNotContain("right").contains("check user, password");
  }

  @Test
  void redis_thatIsSilentThenGone_isNamed() {
    redis.pause();
    awaitReason("timed out after ");
    awaitLog("Circuit open: store failing (", "timed out after 50 ms");

    redis.kill();
    awaitReason("Connection refused");
  }
}
