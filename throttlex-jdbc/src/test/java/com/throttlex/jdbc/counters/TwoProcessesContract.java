package com.throttlex.jdbc.counters;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests two processes, with all layers of a node, that charge one key. */
interface TwoProcessesContract extends CounterFixture {
  @Test
  @Timeout(120)
  default void oneKey_from64ThreadsInTwoProcesses_admitsExactlyTheLimit() throws Exception {
    try (Program one = Program.start(url());
        Program other = Program.start(url())) {
      assertThat(one.line()).isEqualTo("ready");
      assertThat(other.line()).isEqualTo("ready");
      one.go();
      other.go();
      for (Algorithm algorithm : ChargingProgram.ALGORITHMS) {
        long mine = Long.parseLong(one.line());
        long others = Long.parseLong(other.line());

        assertThat(mine).as("%s of one process", algorithm).isPositive();
        assertThat(others).as("%s of the other", algorithm).isPositive();
        assertThat(mine + others).as("%s", algorithm).isEqualTo(ChargingProgram.LIMIT);
      }
    }
  }

  /** A running {@link ChargingProgram}. */
  record Program(Process process, BufferedReader output) implements AutoCloseable {
    static Program start(String url) throws IOException {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  ChargingProgram.class.getName(),
                  url)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return new Program(
          process,
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }

    void go() throws IOException {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    }

    /** Returns the next line of the program; skips log lines of its libraries. */
    String line() throws IOException {
      String line = output.readLine();
      while (line != null && !line.matches("ready|[0-9]+")) {
        line = output.readLine();
      }
      return line;
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
