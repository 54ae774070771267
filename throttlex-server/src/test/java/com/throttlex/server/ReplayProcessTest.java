package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code replay} as a process: Ctrl-C. */
class ReplayProcessTest {
  private static final byte[] LINE =
      "203.0.113.9 - - [16/Nov/2026:08:00:00 +0000] \"GET / HTTP/1.1\" 200 1\n"
          .getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  @Test
  void interruptedReplay_printsWhatItHas() throws Exception {
    Files.writeString(
        folder.resolve("new.yml"), "version: 1\nrules: [{id: a, key: [ip], limits: 5/1m}]\n");
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "replay",
                    "-",
                    "--rules",
                    "new.yml"))
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("errors.txt").toFile())
            .start();
    interruptWhileWriting(process);

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(out))
        .contains("Incomplete: interrupted after")
        .containsPattern("a +[0-9,]+ +1 ");
  }

  /** Writes lines; asks the process to end when it has taken many of them. */
  private static void interruptWhileWriting(Process process) {
    try (OutputStream in = process.getOutputStream()) {
      for (int i = 0; process.isAlive(); i++) {
        in.write(LINE);
        if (i == 300_000) {
          process.toHandle().destroy();
        }
      }
    } catch (IOException e) {
      // The process has ended, and its input is closed.
    }
  }
}
