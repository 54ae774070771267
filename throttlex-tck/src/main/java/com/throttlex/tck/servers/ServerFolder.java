package com.throttlex.tck.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder of one server: what it writes, and what it says. */
record ServerFolder(Path path) {
  private static final int TAIL = 4_000;

  static ServerFolder create() {
    try {
      return new ServerFolder(Files.createTempDirectory("throttlex-server-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path log() {
    return path.resolve("server.log");
  }

  /** The end of what the server said. */
  String output() {
    try {
      String output = Files.exists(log()) ? Files.readString(log()) : "";
      return output.substring(Math.max(0, output.length() - TAIL));
    } catch (IOException e) {
      return e.toString();
    }
  }

  void delete() {
    try (Stream<Path> files = Files.walk(path)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
