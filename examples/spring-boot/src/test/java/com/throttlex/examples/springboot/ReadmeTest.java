package com.throttlex.examples.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.test.spring.ManualTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * The commands of the README, run in order, print the output that it shows. No time passes, so
 * nothing refills.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ManualTime
class ReadmeTest {
  private static final Pattern SHOWN =
      Pattern.compile("```sh\\n((?:curl|for).*?)```\\s+```text\\n(.*?)```", Pattern.DOTALL);

  @Autowired @LocalServerPort private int port;

  @Test
  void commandsOfTheReadme_printWhatItShows() throws Exception {
    String readme = Files.readString(Path.of("README.md"));
    List<MatchResult> shown = SHOWN.matcher(readme).results().toList();
    long commands = readme.lines().filter(line -> line.matches("(curl|for) .*")).count();
    assertThat(shown.stream().mapToLong(block -> block.group(1).lines().count()).sum())
        .isEqualTo(commands)
        .isGreaterThan(10);
    for (MatchResult block : shown) {
      StringBuilder output = new StringBuilder();
      for (String command : block.group(1).lines().toList()) {
        output.append(Curl.run(command, port)).append('\n');
      }
      block.group(2).lines().forEach(line -> assertShown(line, output.toString()));
    }
  }

  /** The line is there, in any case of letters; its … stands for anything. */
  private static void assertShown(String line, String output) {
    String pattern =
        Pattern.compile("…")
            .splitAsStream(line)
            .map(part -> Pattern.quote(part.toLowerCase(Locale.ROOT)))
            .collect(Collectors.joining(".*"));
    assertThat(output.toLowerCase(Locale.ROOT)).as(line).containsPattern(pattern);
  }
}
