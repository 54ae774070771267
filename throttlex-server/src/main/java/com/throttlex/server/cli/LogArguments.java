package com.throttlex.server.cli;

import com.throttlex.algorithm.Period;
import com.throttlex.replay.log.FieldMapping;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The log files of a command, and the options that say how to read them. */
final class LogArguments {
  private static final String STANDARD_INPUT = "-";
  private static final String STANDARD_INPUT_FILE = "/dev/stdin";

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The logs, plain or compressed with gzip or zstd; - for the standard input.")
  private List<String> files = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = LogOptions.AUTO,
      description =
          "auto, combined, common, vhost, json, csv, or the fields of a line in nginx's or"
              + " Apache's form, such as '$$remote_addr [$$time_local] \"$$request\" $$status'."
              + " Default: ${DEFAULT-VALUE}.")
  private String format = LogOptions.AUTO;

  @Option(
      names = "--map",
      paramLabel = "FIELD=$NAME",
      description =
          "The name of a field in the log, such as 'user=$$http_x_user'. Can be repeated.")
  private List<String> mappings = List.of();

  @Option(
      names = "--out-of-order",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "How far a line may be behind earlier lines and still be sorted by time. If the log has"
              + " response times, at least the longest one. Default: ${DEFAULT-VALUE}.")
  private String outOfOrder = "10s";

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Leave out requests before this time, such as 2026-11-16T08:00:00Z.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Leave out requests at this time and after it.")
  private @Nullable String to;

  /** Returns the options, for rules that use these headers. */
  LogOptions options(Set<String> headers) {
    return checked(
        () ->
            new LogOptions(
                format,
                mappings.stream().map(FieldMapping::parse).toList(),
                length(outOfOrder),
                time("--from", from),
                time("--to", to),
                headers));
  }

  /** Returns the paths of the files, as they were given; also that of the standard input. */
  List<Path> paths() {
    return files.stream()
        .map(file -> Path.of(file.equals(STANDARD_INPUT) ? STANDARD_INPUT_FILE : file))
        .toList();
  }

  /**
   * Returns the files; the command fails if one of them cannot be read at all, or is there twice,
   * because its requests would count twice.
   */
  List<LogSource> sources(CommandContext surroundings) {
    List<LogSource> sources = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Map<Object, String> known = new HashMap<>();
    for (String file : files) {
      try {
        Path path = surroundings.workingDirectory().resolve(file);
        boolean standard = file.equals(STANDARD_INPUT);
        LogSource source =
            standard ? LogSource.of(System.in, "standard input") : LogSource.of(path, file);
        String same = known.putIfAbsent(standard ? STANDARD_INPUT : path.toRealPath(), file);
        if (same != null) {
          problems.add(file + ": the same file as " + same + " (expected: each file once)");
        }
        sources.add(source);
      } catch (IOException e) {
        problems.add(e.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw new CommandFailedException(ExitCodes.USAGE, String.join("\n", problems));
    }
    return sources;
  }

  /** Returns a value that was made of options; the command fails if one of them is wrong. */
  static <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException(ExitCodes.USAGE, String.valueOf(e.getMessage()));
    }
  }

  private static Duration length(String text) {
    return text.equals("0") || text.equals("0s")
        ? Duration.ZERO
        : Duration.ofNanos(Period.parse(text).nanos());
  }

  private static @Nullable Instant time(String option, @Nullable String text) {
    try {
      return text == null ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          option + ": \"" + text + "\" (expected: such as 2026-11-16T08:00:00Z)", e);
    }
  }
}
