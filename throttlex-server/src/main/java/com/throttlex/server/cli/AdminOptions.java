package com.throttlex.server.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that use the admin API. */
final class AdminOptions {
  private static final String DEFAULT_URL = "http://127.0.0.1:8081";
  private static final String EXPECTED = "--token, THROTTLEX_ADMIN_TOKEN or the file ";

  @Option(
      names = "--admin-url",
      paramLabel = "URL",
      description =
          "URL of the admin port; by default THROTTLEX_ADMIN_URL, or else " + DEFAULT_URL + ".")
  private @Nullable String url;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description =
          "The admin token; by default THROTTLEX_ADMIN_TOKEN, or else data/admin-token. Other"
              + " users of this machine can see options.")
  private @Nullable String token;

  AdminApi api(CommandContext surroundings) {
    String base = url == null ? surroundings.variable("THROTTLEX_ADMIN_URL", DEFAULT_URL) : url;
    return new AdminApi(base, token(surroundings));
  }

  private String token(CommandContext surroundings) {
    String given = token == null ? surroundings.variable("THROTTLEX_ADMIN_TOKEN", "") : token;
    return given.isEmpty() ? kept(surroundings) : given;
  }

  /** Returns the token that a service on this machine generated at its first start. */
  private static String kept(CommandContext surroundings) {
    Path folder = Path.of(surroundings.variable("THROTTLEX_DATA_DIR", "data"));
    Path file = surroundings.workingDirectory().resolve(folder).resolve("admin-token");
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitCodes.USAGE, "token: missing (expected: " + EXPECTED + file + ")");
    }
  }
}
