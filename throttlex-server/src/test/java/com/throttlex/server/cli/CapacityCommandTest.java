package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.capacity.CapacityFigures.Door;
import com.throttlex.server.capacity.CapacityFigures.Store;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code capacity} and its page. */
class CapacityCommandTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern EXAMPLE =
      Pattern.compile("```sh\\n\\./throttlex (capacity .*)\\n```\\n```\\n((?s).*?)```");

  @TempDir Path folder;

  private static String page(String name) throws IOException {
    return Files.readString(DOCS.resolve(name));
  }

  private static String grouped(long number) {
    return number == 0 ? "–" : String.format(Locale.ROOT, "%,d", number);
  }

  private JsonObject json(String options) {
    Terminal terminal = new Terminal(folder);
    assertThat(terminal.run(("capacity --json " + options).split(" "))).isEqualTo(0);
    return new JsonObject(terminal.out());
  }

  @Test
  void examplesOfThePage_printWhatItShows() throws IOException {
    List<MatchResult> examples = EXAMPLE.matcher(page("CAPACITY.md")).results().toList();
    assertThat(examples).hasSize(3);
    for (MatchResult example : examples) {
      Terminal terminal = new Terminal(folder);
      assertThat(terminal.run(example.group(1).split(" "))).isEqualTo(0);
      assertThat(terminal.out()).as(example.group(1)).isEqualTo(example.group(2));
    }
  }

  @Test
  void figures_areThoseOfThePage() throws IOException {
    String rows =
        Stream.concat(
                Arrays.stream(Door.values())
                    .map(d -> row(CapacityCommand.name(d), grouped(d.rate()))),
                Arrays.stream(Store.values())
                    .map(
                        store ->
                            row(
                                CapacityCommand.name(store),
                                grouped(store.rate()),
                                grouped(store.hotKeyRate()),
                                grouped(store.counterBytes()))))
            .collect(Collectors.joining());

    assertThat(
            page("CAPACITY.md").lines().filter(line -> line.matches("\\| `[a-z]+` \\|.*[0-9] \\|")))
        .containsExactlyElementsOf(rows.lines().toList());
  }

  private static String row(String name, String... cells) {
    return "| `" + name + "` | " + String.join(" | ", cells) + " |\n";
  }

  @Test
  void figures_areMeasured() throws IOException {
    String measured = page("BENCHMARKS.md");
    for (Door door : Door.values()) {
      assertThat(measured).contains(grouped(door.rate()));
    }
    for (Store store : List.of(Store.REDIS, Store.POSTGRESQL, Store.MARIADB)) {
      assertThat(measured).contains(grouped(store.rate()), grouped(store.hotKeyRate()));
    }
    assertThat(page("OPERATIONS.md")).contains("about 330 bytes", "about 270 bytes", "200 to 250");
  }

  @Test
  void demand_thatGrows_needsNoFewerMachines() {
    long last = 0;
    for (String options :
        List.of(
            "--rps 10000 --keys 10000 --hit 90",
            "--rps 10000 --keys 10000",
            "--rps 100000 --keys 10000",
            "--rps 100000 --keys 10000 --rules 2",
            "--rps 100000 --keys 1000000000 --rules 2",
            "--rps 100000 --keys 1000000000 --rules 2 --load 20")) {
      long machines = json(options).getLong("machines");
      assertThat(machines).as(options).isGreaterThanOrEqualTo(last);
      last = machines;
    }
    assertThat(last).isGreaterThan(100);
  }

  @Test
  void nodes_withoutASharedStore_holdAllCounters() {
    JsonObject plan = json("--rps 100000 --keys 10000000 --store memory");

    assertThat(plan.getLong("stores")).isZero();
    assertThat(plan.getLong("nodeHeapBytes")).isGreaterThan(600_000_000L * 1000 / 144);
    assertThat(plan.getString("first")).startsWith("limits:");
  }

  @Test
  void price_isThatOfAllMachines() {
    JsonObject plan = json("--rps 100000 --keys 10000 --price 0.5");

    assertThat(plan.getDouble("monthlyPrice")).isEqualTo(plan.getLong("machines") * 365.0);
    assertThat(json("--rps 1 --keys 1").containsKey("monthlyPrice")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rps 0 --keys 1",
        "--rps 1 --keys -1",
        "--rps 1.5 --keys 1",
        "--rps 1 --keys x",
        "--rps 9999999999999 --keys 1",
        "--rps 1 --keys 1 --rules 0",
        "--rps 1 --keys 1 --hit 101",
        "--rps 1 --keys 1 --load 0",
        "--rps 1 --keys 1 --store mongo",
        "--rps 1 --keys 1 --door ftp",
        "--rps 1 --keys 1 --price NaN",
        "--rps 1 --keys 1 --spare 1e9",
        "--rps 1"
      })
  void option_thatIsWrong_isNamedWithWhatIsExpected(String options) {
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run(("capacity " + options).split(" "))).isEqualTo(2);
    assertThat(terminal.out()).isEmpty();
    assertThat(terminal.err()).containsPattern("--[a-z]+: \\S+ \\(expected: |Missing required");
  }
}
