package com.throttlex.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/**
 * Opens SQLite files.
 *
 * <p>A commit is on disk when it returns: the write-ahead log is synchronised at every commit. A
 * transaction takes the write lock when it begins. If it took the lock later, another process could
 * have written in between, and SQLite would fail at once instead of waiting.
 */
final class Sqlite {
  static final String PREFIX = "jdbc:sqlite:";

  private static final int BUSY_TIMEOUT_MILLIS = 5_000;

  private Sqlite() {}

  /** Returns the file at a URL; creates missing folders, and a missing file for its owner only. */
  static DataSource dataSource(String url) {
    String path = url.substring(PREFIX.length());
    makeFolder(url, path);
    makeFile(Path.of(path));
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

  /** Rejects URLs that are not a plain file, and creates the folder. */
  private static void makeFolder(String url, String path) {
    if (path.isBlank() || path.startsWith(":") || path.startsWith("file:") || path.contains("?")) {
      throw Dialect.refused(url);
    }
    try {
      Path folder = Path.of(path).toAbsolutePath().getParent();
      // Check first: on Java 17, createDirectories fails for a link to a folder.
      if (folder != null && !Files.isDirectory(folder)) {
        Files.createDirectories(folder);
      }
    } catch (InvalidPathException e) {
      throw Dialect.refused(url);
    } catch (IOException e) {
      throw new DatabaseException("open " + url + ": its folder cannot be created: " + e, e);
    }
  }

  /**
   * Creates an empty file that only its owner may read, because stored requests contain the
   * credentials of clients. SQLite gives its log files the permissions of the database. If the file
   * cannot be created, SQLite reports why.
   */
  private static void makeFile(Path file) {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (IOException e) { // it exists, or its folder cannot be written
    }
  }
}
