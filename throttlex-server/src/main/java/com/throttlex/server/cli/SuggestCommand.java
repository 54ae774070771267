package com.throttlex.server.cli;

import com.throttlex.replay.log.LogFileReport;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogReport;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.suggest.DeniedPercent;
import com.throttlex.replay.suggest.LoggedTraffic;
import com.throttlex.replay.suggest.SuggestOptions;
import com.throttlex.replay.suggest.SuggestedFile;
import com.throttlex.replay.suggest.Suggester;
import com.throttlex.replay.suggest.Suggestions;
import com.throttlex.request.ShownText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Suggests limits for the traffic of log files. */
@Command(
    name = "suggest",
    description = {
      "Suggests limits for recorded traffic.",
      "Prints a rule file in shadow mode, with comments that say where each limit comes from and how"
          + " certain it is. Exit code 1: no limits can be suggested from this log."
    })
final class SuggestCommand implements Callable<Integer> {
  private final CommandContext surroundings;

  @Mixin private LogArguments logs = new LogArguments();

  @Option(
      names = "--deny",
      paramLabel = "PERCENT",
      defaultValue = "0.1%",
      description = "The share of keys that a rule may deny. Default: ${DEFAULT-VALUE}.")
  private String deny = "0.1%";

  @Option(
      names = "--all-keys",
      description = "Also count keys that stand apart from the others, for the share of --deny.")
  private boolean allKeys;

  @Option(
      names = "--mask",
      description = "Mask the values of keys, and leave out the text of broken lines.")
  private boolean mask;

  SuggestCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    SuggestOptions options =
        LogArguments.checked(() -> new SuggestOptions(DeniedPercent.parse(deny), allKeys, mask));
    LogOptions reading = logs.options(Set.of());
    List<LogSource> sources = logs.sources(surroundings);
    List<Path> copies = new ArrayList<>();
    try {
      for (int i = 0; i < sources.size(); i++) {
        if (sources.get(i).size() < 0) {
          sources.set(i, copied(sources.get(i), copies));
        }
      }
      return suggest(new LoggedTraffic(sources, reading), options);
    } finally {
      for (Path copy : copies) {
        Files.deleteIfExists(copy);
      }
    }
  }

  /** Copies the standard input or a pipe to a file, because the traffic is read several times. */
  private static LogSource copied(LogSource source, List<Path> copies) throws IOException {
    Path copy = Files.createTempFile("throttlex-suggest", ".log");
    copies.add(copy);
    try (InputStream in = source.opener().open()) {
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    return LogSource.of(copy, source.name());
  }

  private int suggest(LoggedTraffic traffic, SuggestOptions options) throws IOException {
    PrintWriter err = surroundings.err();
    Consumer<String> progress = Ansi.AUTO.enabled() ? err::println : step -> {};
    Suggestions suggestions = Suggester.suggest(traffic, options, progress);
    LogReport report = mask ? traffic.report().masked() : traffic.report();
    report.files().forEach(file -> err.println(ShownText.whole(line(file))));
    report.brokenLines().forEach(line -> err.println(ShownText.whole(line.toString())));
    surroundings.out().print(SuggestedFile.write(suggestions));
    surroundings.out().flush();
    if (suggestions.requests() == 0) {
      err.println("no request could be read (expected: at least one)");
    }
    if (suggestions.requests() == 0 || !report.isComplete()) {
      return ExitCodes.FAILURE;
    }
    return suggestions.rules().isEmpty() ? ExitCodes.NEGATIVE : ExitCodes.OK;
  }

  private static String line(LogFileReport file) {
    return String.format(
        Locale.ROOT,
        "%s: %s; %d lines: %d requests, %d broken, %d blank, %d header, %d outside%s",
        file.file(),
        file.format(),
        file.lines(),
        file.requests(),
        file.broken(),
        file.blank(),
        file.header(),
        file.outside(),
        file.problem() == null ? "" : "; not read to its end: " + file.problem());
  }
}
