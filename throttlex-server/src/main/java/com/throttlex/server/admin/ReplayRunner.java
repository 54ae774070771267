package com.throttlex.server.admin;

import com.throttlex.replay.ReplayOptions;
import com.throttlex.replay.ReplayResult;
import com.throttlex.replay.ReplayRun;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.ReadLimits;
import com.throttlex.replay.log.TrafficLog;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs replays in the service: one at a time, in bounded time, memory and disk space. A replay has
 * its own counters and its own clock.
 */
public final class ReplayRunner {
  /** The bytes of the largest traffic. */
  static final long MOST_BYTES = 50L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(ReplayRunner.class);
  private static final String FOLDER = ".replay-upload-";
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(50);
  private static final int PART_OF_MEMORY = 4;
  private static final String RETRY_AFTER = "10";
  private static final MathContext DIGITS = new MathContext(9);

  private final Semaphore slot = new Semaphore(1);
  private final Path dataDir;
  private final @Nullable RecordedFiles recorded;
  private final ReplayIdentity identity;

  /**
   * Creates replays with files in the data folder; removes those of an earlier process.
   *
   * @param recorded null if the service records nothing
   */
  public ReplayRunner(Path dataDir, @Nullable RecordedFiles recorded, ReplayIdentity identity) {
    this.dataDir = dataDir;
    this.recorded = recorded;
    this.identity = identity;
    if (Files.isDirectory(dataDir)) {
      try (Stream<Path> files = Files.list(dataDir)) {
        files
            .filter(file -> String.valueOf(file.getFileName()).startsWith(FOLDER))
            .filter(file -> Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
            .forEach(ReplayRunner::delete);
      } catch (IOException e) {
        LOG.debug("replay: earlier files not found", e);
      }
    }
  }

  /**
   * Begins a replay, and returns the folder of its files.
   *
   * @throws ProblemException if another one has begun and not ended
   */
  Path begin() {
    if (!slot.tryAcquire()) {
      String detail = "replay: another one is running (expected: one at a time; retry later)";
      throw new ProblemException(503, detail, List.of(), Map.of("Retry-After", RETRY_AFTER));
    }
    try {
      Files.createDirectories(dataDir);
      return Files.createTempDirectory(dataDir, FOLDER);
    } catch (IOException e) {
      slot.release();
      throw new UncheckedIOException(e);
    }
  }

  /** Ends a replay, and deletes its files. */
  void end(Path folder) {
    delete(folder);
    slot.release();
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      LOG.warn("replay: {} not deleted: {}", folder, e.toString());
    }
  }

  /** Returns how the service finds its clients. */
  ReplayIdentity identity() {
    return identity;
  }

  /**
   * Opens the files of the recorder.
   *
   * @throws ProblemException if the service records nothing
   */
  RecordedSnapshot recorded(Instant from) throws IOException {
    return recorder().snapshot(from);
  }

  private RecordedFiles recorder() {
    if (recorded == null) {
      throw ProblemException.unprocessable(
          List.of("recorded: nothing is recorded (expected: record.file in throttlex.yml)"));
    }
    return recorded;
  }

  /** Returns notes about the recorded requests. */
  List<String> recordedNotes() {
    double share = recorder().share();
    if (share >= 1) {
      return List.of();
    }
    BigDecimal percent = BigDecimal.valueOf(share).movePointRight(2).round(DIGITS);
    return List.of(
        "recorded: "
            + percent.stripTrailingZeros().toPlainString()
            + " % of clients; rules whose key is not the client see only that part");
  }

  /**
   * Decides the requests of logs.
   *
   * @param gone whether the client has left; then the replay ends
   */
  static ReplayResult run(
      List<LogSource> logs,
      LogOptions how,
      RuleBook rules,
      @Nullable RuleBook against,
      ReplayOptions options,
      BooleanSupplier gone)
      throws IOException {
    ReplayPace pace = new ReplayPace(MOST_NANOS, gone);
    ReadLimits limits =
        ReadLimits.ofHeap(Runtime.getRuntime().maxMemory() / PART_OF_MEMORY).with(pace::of);
    MemoryBudget budget = MemoryBudget.ofThisProcess().dividedBy(PART_OF_MEMORY);
    try (TrafficLog log = new TrafficLog(logs, how, limits)) {
      return new ReplayRun(log, rules, against, options, budget).run(pace::goesOn);
    }
  }
}
