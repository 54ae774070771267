package com.throttlex.server.cli;

import com.throttlex.replay.ReplayOptions;
import com.throttlex.replay.ReplayResult;
import com.throttlex.replay.ReplayRun;
import com.throttlex.replay.log.LogFileReport;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.TrafficLog;
import com.throttlex.replay.output.ReplayJson;
import com.throttlex.replay.output.ReplayText;
import com.throttlex.replay.report.ReplayReport;
import com.throttlex.request.ShownText;
import com.throttlex.rule.RuleBook;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Decides the requests of log files by rules, in virtual time. */
@Command(
    name = "replay",
    description = {
      "Runs recorded traffic through rules in virtual time, and shows what would have happened.",
      "Reads access logs of nginx, Apache, Envoy, Caddy and Traefik, JSON lines and CSV."
    })
final class ReplayCommand implements Callable<Integer> {
  private static final int TRIES = 3;

  private final CommandContext surroundings;

  @Mixin private LogArguments logs = new LogArguments();

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      required = true,
      description = "The rule file to try.")
  private Path rules = Path.of("");

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "Another rule file, to see which keys are denied more or less often.")
  private @Nullable Path against;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Also write a report with plots: one HTML file, to read, send and print.")
  private @Nullable Path report;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--mask",
      description = "Mask the values of keys, and leave out the text of broken lines.")
  private boolean mask;

  @Option(
      names = "--clients",
      paramLabel = "KIND",
      defaultValue = "leave",
      description =
          "Reaction of denied clients: ${COMPLETION-CANDIDATES}. A client that retries repeats the"
              + " request after Retry-After. Default: ${DEFAULT-VALUE}.")
  private Clients clients = Clients.leave;

  @Option(
      names = "--tries",
      paramLabel = "NUMBER",
      description = "How often a client retries a request, with --clients retry. Default: 3.")
  private @Nullable Integer tries;

  @Option(
      names = "--top",
      paramLabel = "NUMBER",
      defaultValue = "10",
      description = "How many keys each table shows. Default: ${DEFAULT-VALUE}.")
  private int top;

  @Option(
      names = "--max-keys",
      paramLabel = "NUMBER",
      defaultValue = "0",
      description = "Stop when there are more keys. Default: 0, as many as fit into the heap.")
  private long maxKeys;

  /** The reactions of a denied client, by the words of the option. */
  enum Clients {
    leave,
    retry
  }

  ReplayCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    RuleBook book = RuleFiles.read(surroundings, rules);
    RuleBook other = against == null ? null : RuleFiles.read(surroundings, against);
    ReplayOptions options =
        LogArguments.checked(() -> new ReplayOptions(tries(), mask, top, maxKeys));
    ReportFile page = report == null ? null : ReportFile.at(surroundings, report, inputs());
    LogOptions reading = logs.options(headers(book, other));
    try (TrafficLog log = new TrafficLog(logs.sources(surroundings), reading);
        Interruption interruption = new Interruption()) {
      ReadProgress progress =
          new ReadProgress(surroundings.err(), Ansi.AUTO.enabled(), log, System::nanoTime);
      ReplayResult result =
          new ReplayRun(log, book, other, options)
              .run(() -> progress.shown() && interruption.isAbsent());
      progress.end();
      int code = print(result);
      if (page != null) {
        page.write(ReplayReport.html(result, book, other, surroundings.clock().instant()));
      }
      return code;
    }
  }

  /** Returns all files that the command reads. */
  private List<Path> inputs() {
    List<Path> inputs = new ArrayList<>(logs.paths());
    inputs.add(rules);
    if (against != null) {
      inputs.add(against);
    }
    return inputs;
  }

  /** Returns how often a client retries a request. */
  private int tries() {
    if (clients == Clients.retry) {
      return tries == null ? TRIES : tries;
    }
    if (tries != null) {
      throw new IllegalArgumentException("tries: " + tries + " (expected: with --clients retry)");
    }
    return 0;
  }

  private static Set<String> headers(RuleBook book, @Nullable RuleBook other) {
    Set<String> headers = new HashSet<>(book.countedHeaders());
    if (other != null) {
      headers.addAll(other.countedHeaders());
    }
    return headers;
  }

  private int print(ReplayResult result) {
    String text =
        json
            ? ShownText.json(new JsonObject(ReplayJson.toMap(result)).encodePrettily()) + "\n"
            : ReplayText.of(result);
    surroundings.out().print(text);
    surroundings.out().flush();
    boolean none = result.log().sum(LogFileReport::requests) == 0;
    if (none) {
      surroundings.err().println("no request could be read (expected: at least one)");
    }
    if (result.stopped() != null) {
      surroundings.err().println(ShownText.whole(result.stopped()));
    }
    for (LogFileReport file : result.log().files()) {
      if (file.problem() != null) {
        surroundings.err().println(ShownText.whole(file.file() + ": " + file.problem()));
      }
    }
    return none || result.stopped() != null || !result.log().isComplete()
        ? ExitCodes.FAILURE
        : ExitCodes.OK;
  }
}
