package com.throttlex.tck.programs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * The programs of an environment.
 *
 * <p>A variable names the executable, such as {@code TEST_ENVOY} for {@code envoy}; without it the
 * folders of {@code PATH} are searched. The names do not start with {@code THROTTLEX_}: tests also
 * start the service, which rejects such variables if they are not its settings.
 *
 * @param environment the variables
 * @param properties the system properties; {@code throttlex.browser=required} requires the browser
 */
public record Programs(Map<String, String> environment, Properties properties) {
  private static final String PREFIX = "TEST_";
  private static final String SWITCH = "TEST_PROGRAMS";
  private static final String BROWSER_SWITCH = "throttlex.browser";
  private static final Set<String> BROWSER = Set.of("chromium", "chromedriver");
  private static final String MYSQL = "mysqld";

  /** Returns the programs that this JVM can start. */
  public static Programs here() {
    return new Programs(System.getenv(), System.getProperties());
  }

  /**
   * Returns the executable of a program.
   *
   * @throws IllegalStateException if the program is not found
   */
  public Path path(String program) {
    return find(program).orElseThrow(() -> new IllegalStateException(missing(program)));
  }

  /**
   * Returns the executable of a program, or empty if the program is not found.
   *
   * @throws IllegalStateException if its variable names something else
   */
  Optional<Path> find(String program) {
    String named = environment.getOrDefault(variable(program), "");
    if (named.isEmpty()) {
      return onThePath(program);
    }
    Path file = Path.of(named);
    if (!isExecutable(file) || isImpostor(program, file)) {
      throw new IllegalStateException(
          variable(program) + ": " + named + " (expected: the executable " + program + ")");
    }
    return Optional.of(file);
  }

  private Optional<Path> onThePath(String program) {
    return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program))
        .filter(file -> isExecutable(file) && !isImpostor(program, file))
        .findFirst();
  }

  private static boolean isExecutable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  /** Packages of MariaDB install their server under MySQL's name as well. */
  private static boolean isImpostor(String program, Path file) {
    return program.equals(MYSQL) && version(file).contains("MariaDB");
  }

  private static String version(Path file) {
    try {
      Process process =
          new ProcessBuilder(file.toString(), "--version").redirectErrorStream(true).start();
      process.getOutputStream().close();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " --version", e);
    }
  }

  /**
   * Returns whether it is a failure if this program is missing.
   *
   * @throws IllegalStateException if a switch has a value that it does not know
   */
  boolean isRequired(String program) {
    boolean all = isRequired(SWITCH, environment.getOrDefault(SWITCH, "optional"));
    boolean browser =
        isRequired(BROWSER_SWITCH, properties.getProperty(BROWSER_SWITCH, "optional"));
    return all || (browser && BROWSER.contains(program));
  }

  private static boolean isRequired(String name, String value) {
    return switch (value) {
      case "required" -> true;
      case "optional" -> false;
      default ->
          throw new IllegalStateException(
              name + ": \"" + value + "\" (expected: required or optional)");
    };
  }

  /** Returns the message about a program that is not found. */
  String missing(String program) {
    return program
        + ": not found (expected: its path in "
        + variable(program)
        + ", or in a folder of PATH: "
        + environment.getOrDefault("PATH", "")
        + ")";
  }

  private static String variable(String program) {
    return PREFIX + program.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
