package com.throttlex.tck.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The folders of unpacked programs: they serve all servers of this JVM and end with it. */
final class ProgramFolders {
  private static final Set<ServerFolder> FOLDERS = ConcurrentHashMap.newKeySet();

  private ProgramFolders() {}

  /** An empty folder that every user may read. */
  static ServerFolder create() throws IOException {
    ServerFolder folder = ServerFolder.create();
    FOLDERS.add(folder);
    Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
    return folder;
  }

  /** Deletes all; no server may run any more. */
  static void delete() {
    FOLDERS.forEach(ServerFolder::delete);
  }
}
