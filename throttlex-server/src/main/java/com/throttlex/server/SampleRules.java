package com.throttlex.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The rule file of a service that has none. */
final class SampleRules {
  private static final String RESOURCE = "sample-rules.yml";

  private SampleRules() {}

  /** Returns the sample rule file in the folder; writes it if it is missing. */
  static Path in(Path dataDir) throws IOException {
    Path file = dataDir.resolve("rules.yml");
    if (!Files.exists(file)) {
      Files.createDirectories(dataDir);
      try (InputStream sample = SampleRules.class.getResourceAsStream(RESOURCE)) {
        if (sample == null) {
          throw new IllegalStateException(RESOURCE + ": missing (expected: a resource)");
        }
        Files.copy(sample, file);
      }
    }
    return file;
  }
}
