package com.throttlex.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The rule file that a service starts with when nobody has written one. */
final class SampleRules {
  private static final String RESOURCE = "sample-rules.yml";

  private SampleRules() {}

  /** The sample in the folder, written there unless it is there already. */
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
