package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.throttlex.server.insight.DenialLog;
import com.throttlex.tck.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** The log of denials, as the whole service writes it. */
class DenialLogTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: logins, key: [user, api-key], limits: 1/1d}
      """;
  private static final String BODY = "{\"user\":\"alice@example.com\",\"apiKey\":\"ak_secret_1\"}";

  @TempDir Path folder;
  private final Logger logger = (Logger) LoggerFactory.getLogger(DenialLog.class);
  private final ListAppender<ILoggingEvent> written = new ListAppender<>();

  @BeforeEach
  void listen() {
    written.start();
    logger.addAppender(written);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(written);
  }

  private List<Map<String, String>> lines() {
    return new ArrayList<>(written.list)
        .stream()
            .map(
                line ->
                    line.getKeyValuePairs().stream()
                        .collect(
                            Collectors.toMap(
                                (KeyValuePair pair) -> pair.key,
                                pair -> String.valueOf(pair.value))))
            .toList();
  }

  @Test
  void denial_isLoggedWithItsRequestIdAndAMaskedKey() throws IOException {
    try (RunningServer server = RunningServer.start(folder, RULES, "log: {denials: 1000}\n")) {
      server.check(BODY);
      server.check(BODY, "X-Request-Id", "r-1");
      server.check(BODY, "X-Request-Id", "no id\t");
      server.post("/api/v1/check/batch", "[" + BODY + "]", "X-Request-Id", "r-2");
    }
    assertThat(lines()).hasSize(3);
    Map<String, String> line = lines().get(0);
    assertThat(line)
        .containsEntry("requestId", "r-1")
        .containsEntry("rule", "logins")
        .containsEntry("limit", "1")
        .containsKey("retryAfter");
    assertThat(line.get("key")).matches("logins\\|user=al…[0-9a-f]{8}\\|api-key=sh…[0-9a-f]{8}");
    assertThat(lines().get(1)).doesNotContainKey("requestId").containsEntry("key", line.get("key"));
    assertThat(lines().get(2)).containsEntry("requestId", "r-2");
    assertThat(String.valueOf(lines())).doesNotContain("alice", "secret", "example.com");
  }

  @Test
  void denials_aboveTheLimit_areSkippedAndCounted() throws IOException {
    try (RunningServer server = RunningServer.start(folder, RULES, "log: {denials: 1}\n")) {
      for (int i = 0; i < 200; i++) {
        server.check(BODY);
      }
      int before = lines().size();
      Await.until(
          "a line that counts the skipped ones",
          () -> {
            server.check(BODY);
            return lines().size() > before;
          });
    }
    long skipped =
        lines().stream().mapToLong(line -> Long.parseLong(line.getOrDefault("skipped", "0"))).sum();
    assertThat(skipped).isGreaterThan(100);
  }

  @Test
  void denials_areNotLoggedByDefault() throws IOException {
    try (RunningServer server = RunningServer.start(folder, RULES)) {
      server.check(BODY);
      assertThat(server.check(BODY).status()).isEqualTo(429);
    }
    assertThat(lines()).isEmpty();
  }
}
