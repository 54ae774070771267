package com.throttlex.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The Java sources and documents of the whole project. */
final class SourceTree {
  /** Text blocks, strings, characters and comments, which may look like code. */
  private static final Pattern NO_CODE =
      Pattern.compile(
          "\"\"\"(?:[^\\\\\"]++|\\\\.|\"(?!\"\"))*+\"\"\"|\"(?:[^\\\\\"\\n]++|\\\\.)*+\""
              + "|'(?:[^\\\\'\\n]++|\\\\.)++'|//[^\\n]*+|/\\*(?:[^*]++|\\*(?!/))*+\\*/",
          Pattern.DOTALL);

  private static final String ARGUMENTS = "(?:\\((?:[^()]++|\\([^()]*+\\))*+\\))?+";
  private static final Pattern TEST_METHOD =
      Pattern.compile(
          "@(?:Test|ParameterizedTest|RepeatedTest)\\b"
              + ARGUMENTS
              + "\\s++(?:@[\\w.]++"
              + ARGUMENTS
              + "\\s++)*+[\\w<>\\[\\].,?\\s]*?\\b(\\w++)\\(");

  private final Path root;
  private final List<Path> files;

  /** A method that JUnit runs, and its file. */
  record TestMethod(Path file, String name) {
    @Override
    public String toString() {
      return file + ": " + name;
    }
  }

  private SourceTree(Path root, List<Path> files) {
    this.root = root;
    this.files = files;
  }

  /** Finds the project that the working directory belongs to. */
  static SourceTree find() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("working directory: no mvnw above it (expected: one)");
      }
    }
    return new SourceTree(folder, javaFiles(folder));
  }

  private static List<Path> javaFiles(Path root) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              String name = folder.getFileName().toString();
              boolean isOther = name.equals("target") || name.startsWith(".");
              return isOther && !folder.equals(root)
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (file.toString().endsWith(".java")) {
                found.add(root.relativize(file));
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  /** Returns the text of a file, given its path from the root. */
  String text(Path file) {
    try {
      return Files.readString(root.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A source file and its text. */
  record Source(Path file, String text) {
    @Override
    public String toString() {
      return file.toString();
    }
  }

  /** Returns the main files of all modules; examples are programs of their own. */
  List<Path> moduleFiles() {
    return files.stream()
        .filter(file -> file.toString().replace('\\', '/').contains("/src/main/java/"))
        .filter(file -> !file.startsWith("examples"))
        .toList();
  }

  /** Returns the sources of the modules that users run; without kit and benchmarks. */
  List<Source> productCode() {
    return files.stream()
        .filter(file -> file.toString().replace('\\', '/').contains("/src/main/java/"))
        .filter(
            file -> !file.startsWith("throttlex-benchmarks") && !file.startsWith("throttlex-tck"))
        .map(file -> new Source(file, text(file)))
        .toList();
  }

  /** Returns the names of all source files, without their ending. */
  Set<String> classNames() {
    return files.stream()
        .map(file -> file.getFileName().toString().replace(".java", ""))
        .collect(Collectors.toSet());
  }

  /** Returns the test methods of all modules and examples, and those of the kit. */
  List<TestMethod> testMethods() {
    return files.stream().filter(SourceTree::hasTests).flatMap(this::testMethods).toList();
  }

  private static boolean hasTests(Path file) {
    String path = file.toString().replace('\\', '/');
    return path.contains("/src/test/java/") || path.startsWith("throttlex-tck/src/main/java/");
  }

  private Stream<TestMethod> testMethods(Path file) {
    String code = NO_CODE.matcher(text(file)).replaceAll(" ");
    return TEST_METHOD.matcher(code).results().map(method -> new TestMethod(file, method.group(1)));
  }
}
