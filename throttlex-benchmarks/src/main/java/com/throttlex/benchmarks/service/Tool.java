package com.throttlex.benchmarks.service;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A program that may be installed. */
public record Tool(String name, String path, String version) {
  private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(\\.\\d+)?(-SNAPSHOT)?");

  /** Returns the program of that name, if it is installed; the option prints its version. */
  public static Optional<Tool> find(Children children, String name, String option)
      throws IOException, InterruptedException {
    Optional<Path> path = path(name);
    if (path.isEmpty()) {
      return Optional.empty();
    }
    String text = children.run(name + "-version", 5, List.of(path.get().toString(), option));
    return Optional.of(new Tool(name, path.get().toString(), version(text)));
  }

  private static Optional<Path> path(String name) {
    Stream<String> folders =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1));
    return Stream.concat(folders, Stream.of("/usr/sbin", "/usr/local/sbin"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static String version(String text) {
    Matcher version = VERSION.matcher(text);
    return version.find() ? version.group() : "of unknown version";
  }

  @Override
  public String toString() {
    return name + " " + version;
  }
}
