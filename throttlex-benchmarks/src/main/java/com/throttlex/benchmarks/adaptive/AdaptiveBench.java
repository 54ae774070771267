package com.throttlex.benchmarks.adaptive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Compares limits that adapt on a simulated server, and writes the page about it. */
public final class AdaptiveBench {
  static final long SEED = 20_260_101;

  private AdaptiveBench() {}

  /** The page and its plots, by their names under docs. */
  static Map<String, String> files() {
    return Page.files(contest());
  }

  static Contest contest() {
    return Contest.run(Contender.all(), Scenario.ALL, SEED);
  }

  /** The folder docs of the source tree that this runs from. */
  static Path docs() {
    Path code =
        Path.of(AdaptiveBench.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    // ROOT/throttlex-benchmarks/target/benchmarks.jar, or classes in its place.
    return code.resolve("../../../docs").toAbsolutePath().normalize();
  }

  /** Writes them there. */
  public static void main(String[] args) throws IOException {
    Path docs = docs();
    for (Map.Entry<String, String> file : files().entrySet()) {
      Path path = docs.resolve(file.getKey());
      Files.createDirectories(path.resolve("..").normalize());
      Files.writeString(path, file.getValue(), StandardCharsets.UTF_8);
      System.out.println("written: " + path);
    }
  }
}
