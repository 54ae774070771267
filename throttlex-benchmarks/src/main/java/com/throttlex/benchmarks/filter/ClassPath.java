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
 * The class path of an application. Spring Boot does not work from a merged jar, so its jars are in
 * a folder.
 *
 * @param jar the program's own classes
 * @param folder the jars of Spring Boot
 */
public record ClassPath(Path jar, Path folder) {
  /** Returns this program's jar, with the folder next to it. */
  public static ClassPath own() {
    Path jar =
        Path.of(ClassPath.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .toAbsolutePath();
    return new ClassPath(jar, jar.resolveSibling("boot-lib"));
  }

  /** Returns the command for a program of this jar alone. */
  public List<String> command(Class<?> main) {
    return List.of(java(), "-cp", jar.toString(), main.getName());
  }

  /** Returns the command for a program that needs Spring Boot, without its arguments. */
  List<String> bootCommand(Class<?> main) {
    return bootCommand(main.getName());
  }

  /** Returns the command for a program that needs Spring Boot, by the name of its class. */
  public List<String> bootCommand(String main) {
    String path = jar + File.pathSeparator + folder() + File.separator + "*";
    return List.of(java(), "-Xms512m", "-Xmx512m", "-cp", path, main);
  }

  private static String java() {
    return ProcessHandle.current().info().command().orElse("java");
  }

  /** Returns the version of a library in the folder, from the name of its file. */
  public String version(String artifact) throws IOException {
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
