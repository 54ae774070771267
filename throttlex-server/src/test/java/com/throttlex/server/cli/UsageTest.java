package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Help, version and mistakes. */
class UsageTest {
  @TempDir Path folder;

  private static Stream<String> commands() {
    return commands("", commandLine());
  }

  private static CommandLine commandLine() {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    CommandContext context =
        new CommandContext(Map.of(), Path.of(""), InstantSource.system(), nowhere, nowhere);
    return Throttlex.commandLine(context, (settings, out) -> 0);
  }

  /** Returns the words of a command and of those below it. */
  private static Stream<String> commands(String words, CommandLine command) {
    return Stream.concat(
        Stream.of(words),
        command.getSubcommands().entrySet().stream()
            .flatMap(sub -> commands((words + " " + sub.getKey()).strip(), sub.getValue())));
  }

  @Test
  void commands_areAllInTheDocument() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "OPERATIONS.md"));

    assertThat(commands()).contains("serve", "rules import-envoy", "completion");
    assertThat(commands().filter(words -> !words.isEmpty()))
        .allMatch(words -> page.contains("`" + words) || page.contains("throttlex " + words));
  }

  /** Returns the options without which a command does not look at others. */
  private static String required(String words) {
    CommandLine command = commandLine();
    for (String word : words.isEmpty() ? new String[0] : words.split(" ")) {
      command = command.getSubcommands().get(word);
    }
    return command.getCommandSpec().requiredArgs().stream()
        .filter(CommandLine.Model.ArgSpec::isOption)
        .map(option -> " " + ((CommandLine.Model.OptionSpec) option).longestName() + " x")
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommand_hasHelpAndVersionAndRefusesUnknownOptions(String command) {
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run((command + " --help").strip().split(" "))).isEqualTo(0);
    assertThat(terminal.out())
        .startsWith(("Usage: throttlex " + command).strip() + " [")
        .contains("Exit codes:");
    assertThat(terminal.err()).isEmpty();

    assertThat(terminal.run((command + " --version").strip().split(" "))).isEqualTo(0);
    assertThat(terminal.out()).startsWith("throttlex ");

    String line = command + required(command) + " --nonsense f 5";
    assertThat(terminal.run(line.strip().split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains("'--nonsense'");
    assertThat(terminal.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "rules", "serv", "rules aply x.yml", "rules diff", "rules validate"})
  void command_incompleteOrMisspelt_isWrongUsage(String line) {
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
    assertThat(terminal.err()).containsPattern("Usage: throttlex|Did you mean: ");
  }

  @Test
  void completion_printsAScriptWithCommandsAndOptions() {
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run("completion")).isEqualTo(0);
    assertThat(terminal.out())
        .startsWith("#!/usr/bin/env bash")
        .contains("import-envoy")
        .contains("--resp-port");
  }
}
