package com.throttlex.tck.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The folders of unpacked programs; shared by all servers, deleted at the end. */
final class ProgramFolders {
  private static final Set<ServerFolder> FOLDERS = ConcurrentHashMap.newKeySet();

  private ProgramFolders() {}

  /** Returns an empty folder that every user may read. */
  static ServerFolder create() throws IOException {
    ServerFolder folder = ServerFolder.create();
    FOLDERS.add(folder);
    Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
    return folder;
  }

  /** Deletes all folders; no server may still run. */
  static void delete() {
    FOLDERS.forEach(ServerFolder::delete);
  }
}
