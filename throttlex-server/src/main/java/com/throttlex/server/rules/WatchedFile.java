package com.throttlex.server.rules;

import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A rule file; detects changes since it was read.
 *
 * <p>It polls. This works on every file system, and with files that are replaced behind a link, as
 * Kubernetes does.
 */
final class WatchedFile {
  private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);

  private final @Nullable Path path;
  private final Set<String> stores;
  private volatile @Nullable Object stamp;
  private volatile @Nullable String problem;

  /** Creates a file whose rules may name these stores. */
  WatchedFile(@Nullable Path path, Set<String> stores) {
    this.path = path;
    this.stores = stores;
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
      return SampleRules.preamble(stores);
    }
    stamp = stampNow(path);
    return RuleFile.read(path, stores);
  }

  /** Returns the last change of the rule file that is in use; the epoch without a rule file. */
  Instant modifiedAt() {
    return stamp instanceof Stamp known ? known.modified() : Instant.EPOCH;
  }

  /**
   * Reads the file again if it has changed. An invalid file is read again each time, because it may
   * have contradicted the database.
   *
   * @param use puts the book into force, or throws {@link InvalidRulesException}
   */
  void refresh(Consumer<RuleBook> use) {
    if (path == null || (Objects.equals(stamp, stampNow(path)) && problem == null)) {
      return;
    }
    try {
      RuleBook book = read();
      use.accept(book);
      problem = null;
      LOG.info("rule file {}: read again, {} rules", path, book.rules().size());
    } catch (InvalidRuleFileException | InvalidRulesException e) {
      if (!String.valueOf(e.getMessage()).equals(problem)) {
        LOG.warn(
            "rule file {}: invalid; the current rules stay in force: {}", path, e.getMessage());
      }
      problem = e.getMessage();
    }
  }

  /** Returns why the present file is not in force; null if it is. */
  @Nullable String problem() {
    return problem;
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
