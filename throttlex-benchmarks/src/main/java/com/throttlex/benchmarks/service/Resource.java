package com.throttlex.benchmarks.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The files next to the classes of this package. */
final class Resource {
  private Resource() {}

  static String text(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(Resource.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Copies a file to a folder; returns the copy. */
  static Path copy(String name, Path folder) throws IOException {
    return Files.writeString(folder.resolve(name), text(name));
  }
}
