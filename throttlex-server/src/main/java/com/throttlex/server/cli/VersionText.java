package com.throttlex.server.cli;

import picocli.CommandLine.IVersionProvider;

/** Finds out the version of the program, which its jar knows. */
final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = VersionText.class.getPackage().getImplementationVersion();
    return new String[] {"throttlex " + (version == null ? "(unpacked)" : version)};
  }
}
