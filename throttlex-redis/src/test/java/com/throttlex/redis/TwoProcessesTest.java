package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TwoProcessesTest {
  @Test
  void oneKey_from64ThreadsInEachOfTwoProcesses_admitsExactlyTheLimit() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      Process one = start(server.url());
      Process other = start(server.url());
      try {
        assertThat(admitted(one) + admitted(other)).isEqualTo(ChargingProgram.LIMIT);
      } finally {
        one.destroyForcibly();
        other.destroyForcibly();
      }
    }
  }

  private static Process start(String url) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            java,
            "-cp",
            System.getProperty("java.class.path"),
            ChargingProgram.class.getName(),
            url + "?timeout=10s")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static long admitted(Process process) throws Exception {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended within a minute").isTrue();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as("exit after \"%s\"", text).isZero();
    long admitted = Long.parseLong(text.strip());
    assertThat(admitted).isPositive();
    return admitted;
  }
}
