package com.throttlex.tck.servers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/**
 * The executable {@code redis-server}: the one named by the environment variable {@code
 * EMBEDDED_REDIS_EXECUTABLE}, else the one in the jar of embedded-redis for this system.
 *
 * <p>The latter is Redis 6.2. On Linux it is made for glibc and, on x86-64, needs OpenSSL 3; where
 * these are missing (Alpine), name another executable.
 */
final class RedisProgram {
  private static @Nullable File executable;

  private RedisProgram() {}

  /** Starts the program in the folder; what it says goes to the log. */
  static Process start(List<String> arguments, Path folder, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(executable().getPath());
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private static synchronized File executable() throws IOException {
    if (executable == null) {
      String named = System.getenv(ExecutableProvider.ENVIRONMENT_EXECUTABLE_LOCATION);
      executable =
          named == null ? ExecutableProvider.newJarResourceProvider().get() : new File(named);
    }
    return executable;
  }

  /** Sends a signal by name; the shell has {@code kill} built in, so no such program is needed. */
  static void signal(Process process, String signal) {
    String command = "kill -" + signal + " " + process.pid();
    int exit = -1;
    try {
      Process shell = new ProcessBuilder("/bin/sh", "-c", command).inheritIO().start();
      exit = end(shell) ? shell.exitValue() : exit;
    } catch (IOException e) {
      throw new IllegalStateException(command + ": failed (expected: a shell)", e);
    }
    if (exit != 0) {
      throw new IllegalStateException(command + ": " + exit + " (expected: 0)");
    }
  }

  /** Kills the process and waits for its end. */
  static void kill(Process process) {
    process.destroyForcibly();
    if (!end(process)) {
      throw new IllegalStateException("process " + process.pid() + ": runs (expected: its end)");
    }
  }

  private static boolean end(Process process) {
    try {
      return process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }
}
