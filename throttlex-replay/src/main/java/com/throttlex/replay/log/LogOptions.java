package com.throttlex.replay.log;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of reading logs.
 *
 * @param format {@code auto}, the name of a format, or the fields of a line such as {@code
 *     $remote_addr [$time_local] "$request"}
 * @param mappings fields of requests and the names that they have in the logs
 * @param outOfOrder how far a line may be behind earlier lines and still be sorted by time
 * @param from the time of the first wanted request, or null
 * @param to the time after the last wanted request, or null
 * @param headers the headers that rules use, in lower case
 */
public record LogOptions(
    String format,
    List<FieldMapping> mappings,
    Duration outOfOrder,
    @Nullable Instant from,
    @Nullable Instant to,
    Set<String> headers) {
  /** The format that is found by the first lines of each file. */
  public static final String AUTO = "auto";

  /** The default of how far a line may be behind those before it. */
  public static final Duration DEFAULT_OUT_OF_ORDER = Duration.ofSeconds(10);

  /** Formats that are found by themselves, everything else by default. */
  public static final LogOptions DEFAULT =
      new LogOptions(AUTO, List.of(), DEFAULT_OUT_OF_ORDER, null, null, Set.of());

  /** Checks the values. */
  public LogOptions {
    mappings = List.copyOf(mappings);
    headers = Set.copyOf(headers);
    if (outOfOrder.isNegative() || outOfOrder.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "out-of-order: " + outOfOrder.toSeconds() + "s (expected: from 0s to 1d)");
    }
    if (from != null && to != null && !from.isBefore(to)) {
      throw new IllegalArgumentException(
          "from: " + from + " (expected: a time before to, which is " + to + ")");
    }
    LogFormats.require(format, new LogNames(mappings, headers));
  }

  /** Returns the same options for rules that use these headers. */
  public LogOptions withHeaders(Set<String> headers) {
    return new LogOptions(format, mappings, outOfOrder, from, to, headers);
  }
}
