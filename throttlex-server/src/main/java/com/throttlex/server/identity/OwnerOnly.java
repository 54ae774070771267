package com.throttlex.server.identity;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The permissions of files that only their owner may read and write. */
public final class OwnerOnly {
  static final Set<PosixFilePermission> PERMISSIONS = PosixFilePermissions.fromString("rw-------");

  private OwnerOnly() {}

  /** Returns the attributes to create a file with; none if its file system has no permissions. */
  public static FileAttribute<?>[] attributes(Path file) {
    return isPosix(file)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PERMISSIONS)}
        : new FileAttribute<?>[0];
  }

  static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
