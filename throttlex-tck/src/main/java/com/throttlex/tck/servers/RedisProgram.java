package com.throttlex.tck.servers;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/**
 * The executable {@code redis-server}: the one in the environment variable {@code
 * EMBEDDED_REDIS_EXECUTABLE}, else the one in the jar of embedded-redis for this system.
 *
 * <p>The latter is Redis 6.2. On Linux it needs glibc and, on x86-64, OpenSSL 3. On systems without
 * these (Alpine), set the variable.
 */
final class RedisProgram {
  private static @Nullable File executable;

  private RedisProgram() {}

  /** Starts the program in the folder; its output goes to the log. */
  static Process start(List<String> arguments, ServerFolder folder) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(executable().getPath());
    command.addAll(arguments);
    return folder.process(command).start();
  }

  private static synchronized File executable() throws IOException {
    if (executable == null) {
      String named = System.getenv(ExecutableProvider.ENVIRONMENT_EXECUTABLE_LOCATION);
      executable =
          named == null ? ExecutableProvider.newJarResourceProvider().get() : new File(named);
    }
    return executable;
  }
}
