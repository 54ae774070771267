package com.throttlex.tck.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The numbers of tests that ran, and did not run, for each program. */
final class ProgramReport implements AutoCloseable {
  /** The system property with the prefix of the file's path; without it there is no file. */
  private static final String FILE = "throttlex.programs.report";

  private final Optional<Path> file;
  private final Map<String, Integer> ran = new TreeMap<>();
  private final Map<String, Integer> notRun = new TreeMap<>();

  ProgramReport(Optional<Path> file) {
    this.file = file;
  }

  /** Creates the report of this process, whose file is its own. */
  static ProgramReport ofThisJvm() {
    return new ProgramReport(
        Optional.ofNullable(System.getProperty(FILE))
            .map(start -> Path.of(start + "-" + ProcessHandle.current().pid() + ".txt")));
  }

  synchronized void ran(String program) {
    ran.merge(program, 1, Integer::sum);
  }

  synchronized void notRun(String program, int tests) {
    notRun.merge(program, tests, Integer::sum);
  }

  /** Returns one line for people. */
  synchronized String line() {
    Map<String, String> all = new TreeMap<>();
    ran.forEach((program, tests) -> all.put(program, program + " " + tests + " tests"));
    notRun.forEach(
        (program, tests) -> all.put(program, program + " not found (" + tests + " tests not run)"));
    return "external programs: " + String.join(", ", all.values());
  }

  /** Returns one line for each program that scripts can add up: the program and its tests. */
  private synchronized String lines() {
    return ran.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /** Prints the line, and appends the numbers to the file. */
  @Override
  public void close() {
    System.out.println(line());
    write();
  }

  /** Appends the numbers to the file. */
  void write() {
    file.ifPresent(this::append);
  }

  private void append(Path path) {
    try {
      Files.createDirectories(path.toAbsolutePath().getParent());
      Files.writeString(path, lines(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
