package com.throttlex.server.cli;

import com.throttlex.server.config.Settings;
import java.io.PrintWriter;

/** Runs the service until it is stopped. */
@FunctionalInterface
public interface ServeAction {
  /**
   * Runs the service.
   *
   * @param out the output for the user
   * @return the exit code
   */
  int run(Settings settings, PrintWriter out) throws Exception;
}
