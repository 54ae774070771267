package com.throttlex.dist;

import java.nio.file.Path;

/** The files that this build has made, and the source tree. */
final class Built {
  static final Path TREE = Path.of("..").toAbsolutePath().normalize();
  static final String VERSION = System.getProperty("throttlex.version");
  static final String NAME = "throttlex-" + VERSION;

  private Built() {}

  static Path archive() {
    return Path.of("target", NAME + ".tar.gz").toAbsolutePath();
  }

  static Path sbom() {
    return Path.of("target", NAME + "-sbom.json");
  }

  static Path jar() {
    return Path.of("target", NAME + ".jar");
  }
}
