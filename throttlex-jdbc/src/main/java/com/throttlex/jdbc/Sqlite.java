package com.throttlex.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/**
 * How a SQLite file is opened.
 *
 * <p>A commit is on the disk when it returns: a write-ahead log, synchronised at every commit. A
 * transaction takes the write lock at its beginning; if it took it later, another process could
 * have written in between, and SQLite would refuse at once instead of waiting.
 */
final class Sqlite {
  static final String PREFIX = "jdbc:sqlite:";

  private static final int BUSY_TIMEOUT_MILLIS = 5_000;

  private Sqlite() {}

  /** The file at the URL; folders that are missing are made. */
  static DataSource dataSource(String url) {
    makeFolder(url, url.substring(PREFIX.length()));
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(SynchronousMode.FULL);
    config.setTransactionMode(TransactionMode.IMMEDIATE);
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    config.enforceForeignKeys(true);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl(url);
    return source;
  }

  /** Refuses what SQLite would not take as a plain file: memory, resources, URIs, parameters. */
  private static void makeFolder(String url, String path) {
    if (path.isBlank() || path.startsWith(":") || path.startsWith("file:") || path.contains("?")) {
      throw Dialect.refused(url);
    }
    try {
      Path folder = Path.of(path).toAbsolutePath().getParent();
      // Asked first because createDirectories refuses a link to a folder, on Java 17.
      if (folder != null && !Files.isDirectory(folder)) {
        Files.createDirectories(folder);
      }
    } catch (InvalidPathException e) {
      throw Dialect.refused(url);
    } catch (IOException e) {
      throw new DatabaseException("open " + url + ": no folder for it: " + e, e);
    }
  }
}
