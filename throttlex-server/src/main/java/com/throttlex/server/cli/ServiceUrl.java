package com.throttlex.server.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the data port of a running service. */
final class ServiceUrl {
  private static final String DEFAULT_URL = "http://127.0.0.1:8080";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "URL of the service; by default THROTTLEX_SERVER, or else " + DEFAULT_URL + ".")
  private @Nullable String url;

  /** Returns the URL of the option, of the environment, or of a service on this machine. */
  String text(CommandContext surroundings) {
    return url == null ? surroundings.variable("THROTTLEX_SERVER", DEFAULT_URL) : url;
  }
}
