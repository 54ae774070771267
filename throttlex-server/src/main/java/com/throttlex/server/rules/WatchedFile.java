package com.throttlex.server.rules;

import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A rule file; detects changes since it was read.
 *
 * <p>It polls. This works on every file system, and with files that are replaced behind a link, as
 * Kubernetes does.
 */
final class WatchedFile {
  private final @Nullable Path path;
  private volatile @Nullable Object stamp;

  WatchedFile(@Nullable Path path) {
    this.path = path;
  }

  @Nullable Path path() {
    return path;
  }

  /**
   * Reads the file; without a file, returns the tiers and the default rule of the sample.
   *
   * @throws com.throttlex.rules.InvalidRuleFileException when it is wrong or cannot be read
   */
  RuleBook read() {
    if (path == null) {
      return SampleRules.preamble();
    }
    stamp = stampNow(path);
    return RuleFile.read(path);
  }

  /** Returns when the file that was read last was changed; the epoch if there is none. */
  Instant modifiedAt() {
    return stamp instanceof Stamp known ? known.modified() : Instant.EPOCH;
  }

  /** Returns whether the file has changed since it was last read. */
  boolean changed() {
    return path != null && !Objects.equals(stamp, stampNow(path));
  }

  private static Object stampNow(Path path) {
    try {
      BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
      return new Stamp(now.lastModifiedTime().toInstant(), now.size(), now.fileKey());
    } catch (IOException e) {
      return e.toString();
    }
  }

  private record Stamp(Instant modified, long size, @Nullable Object fileKey) {}
}
