package com.throttlex.server.cli;

import com.throttlex.server.config.Version;
import picocli.CommandLine.IVersionProvider;

/** Provides the version of the program. */
final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"throttlex " + Version.TEXT};
  }
}
