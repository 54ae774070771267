package com.throttlex.benchmarks.adaptive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Compares adaptive limits on a simulated server, and writes the page about it. */
public final class AdaptiveBench {
  private static final List<Long> SEEDS = List.of(20_260_101L, 20_260_201L, 20_260_301L);

  /** Random seeds, drawn once, with which no limiter and no setting was ever tuned. */
  static final List<Long> UNSEEN =
      List.of(
          5_197_550_079_665_151_829L,
          8_585_237_638_406_608_297L,
          7_308_045_160_683_125_147L,
          6_979_461_904_679_583_351L,
          1_446_949_658_088_286_171L);

  private AdaptiveBench() {}

  /** Returns the page and its plots, by their names under docs. */
  static Map<String, String> files() {
    AdaptiveContest contest = contest();
    return Page.files(contest, contest.again(UNSEEN));
  }

  static List<AdaptiveContender> contenders() {
    return Stream.concat(PeerLimiters.all().stream(), OwnLimiters.all().stream()).toList();
  }

  static AdaptiveContest contest() {
    return AdaptiveContest.run(contenders(), Scenario.ALL, SEEDS);
  }

  /** Returns the folder docs of the source tree. */
  static Path docs() {
    Path code =
        Path.of(AdaptiveBench.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    // ROOT/throttlex-benchmarks/target/benchmarks.jar, or classes in its place.
    return code.resolve("../../../docs").toAbsolutePath().normalize();
  }

  /** Writes these files. */
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
