package com.throttlex.server.config;

/** The version of the program, from its jar. */
public final class Version {
  /** The version as text. */
  public static final String TEXT = text();

  private Version() {}

  private static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "(unpacked)" : version;
  }
}
