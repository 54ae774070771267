package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.cli.CommandContext;
import com.throttlex.server.cli.Throttlex;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files and commands of docs/REPLAY.md work as shown, and print what the page shows. */
class ReplayPageTest {
  private static final Path PAGE = Path.of("..", "docs", "REPLAY.md");
  private static final Pattern FILE =
      Pattern.compile("`([a-z.]{1,20})`:\\n```\\w{1,10}\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern COMMAND =
      Pattern.compile(
          "```sh\\n\\./throttlex (replay .*?)\\n```(\\n```text\\n(.*?)```)?", Pattern.DOTALL);

  @TempDir Path folder;

  private String run(List<String> words) {
    StringWriter out = new StringWriter();
    PrintWriter to = new PrintWriter(out);
    int code =
        Throttlex.commandLine(
                new CommandContext(Map.of(), folder, InstantSource.system(), to, to),
                (settings, writer) -> 0)
            .execute(words.toArray(new String[0]));

    assertThat(code).as(out.toString()).isZero();
    return out.toString();
  }

  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    Pattern.compile("'([^']*)'|(\\S+)")
        .matcher(command.replace("\\\n", " "))
        .results()
        .forEach(word -> words.add(word.group(1) == null ? word.group(2) : word.group(1)));
    return words;
  }

  @Test
  void shownCommands_printTheShownOutput() throws IOException {
    String page = Files.readString(PAGE);
    for (MatchResult file : FILE.matcher(page).results().toList()) {
      Files.writeString(folder.resolve(file.group(1)), file.group(2));
    }
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("access.log.gz")))) {
      Files.copy(folder.resolve("access.log"), out);
    }
    List<MatchResult> commands = COMMAND.matcher(page).results().toList();

    assertThat(commands).hasSizeGreaterThanOrEqualTo(4);
    for (MatchResult command : commands) {
      String printed = run(words(command.group(1)));
      if (command.group(3) != null) {
        assertThat(printed).as(command.group(1)).isEqualTo(command.group(3));
      }
    }
  }
}
