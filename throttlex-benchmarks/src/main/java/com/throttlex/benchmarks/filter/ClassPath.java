package com.throttlex.benchmarks.filter;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The class path of the application: this program's jar. Spring Boot does not work from a merged
 * jar, so its jars are in a folder next to it.
 */
record ClassPath(Path jar) {
  static ClassPath own() {
    return new ClassPath(
        Path.of(ClassPath.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .toAbsolutePath());
  }

  private Path folder() {
    return jar.resolveSibling("boot-lib");
  }

  /** Returns the command for a program of this jar alone. */
  List<String> command(Class<?> main) {
    return List.of(java(), "-cp", jar.toString(), main.getName());
  }

  /** Returns the command for a program that needs Spring Boot, without its arguments. */
  List<String> bootCommand(Class<?> main) {
    String path = jar + File.pathSeparator + folder() + File.separator + "*";
    return List.of(java(), "-Xms512m", "-Xmx512m", "-cp", path, main.getName());
  }

  private static String java() {
    return ProcessHandle.current().info().command().orElse("java");
  }

  /** Returns the version of a library in the folder, from the name of its file. */
  String version(String artifact) throws IOException {
    Pattern name = Pattern.compile(Pattern.quote(artifact) + "-(\\d.*)\\.jar");
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(file -> name.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .map(match -> match.group(1))
          .findFirst()
          .orElse("of unknown version");
    }
  }
}
