package com.throttlex.server.identity;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The generated admin token, kept in the data folder.
 *
 * @param token the token
 * @param created whether it was generated just now
 */
public record AdminTokenFile(Path file, String token, boolean created) {
  private static final String NAME = "admin-token";
  private static final int TOKEN_BYTES = 32;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final Logger log = LoggerFactory.getLogger(AdminTokenFile.class);

  /**
   * Reads the token of the data folder, or creates folder and token. Only the file's owner can read
   * it; other permissions are corrected.
   *
   * @throws IOException if that is not possible, or the token in the file is too weak
   */
  public static AdminTokenFile readOrCreate(Path dataDir, SecureRandom random) throws IOException {
    Path file = dataDir.resolve(NAME);
    if (Files.exists(file)) {
      repair(file);
      return new AdminTokenFile(file, read(file), false);
    }
    Files.createDirectories(dataDir);
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    write(file, token);
    return new AdminTokenFile(file, token, true);
  }

  private static String read(Path file) throws IOException {
    String token;
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(AdminTokens.MAX_LENGTH + 2);
      token = new String(bytes, StandardCharsets.UTF_8).strip();
    }
    String flaw = AdminTokens.flaw(token);
    if (flaw != null) {
      throw new IOException(file + ": " + flaw);
    }
    return token;
  }

  private static void write(Path file, String token) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Path draft = Files.createTempFile(directory, NAME, ".new", creation(file));
    try {
      Files.writeString(draft, token + "\n");
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static FileAttribute<?>[] creation(Path file) {
    return isPosix(file)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
        : new FileAttribute<?>[0];
  }

  private static void repair(Path file) throws IOException {
    if (isPosix(file) && !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
      Files.setPosixFilePermissions(file, OWNER_ONLY);
      log.warn(
          "{}: other users could read it (expected: rw-------); corrected; consider a new token",
          file);
    }
  }

  private static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** Returns the file, without the token. */
  @Override
  public String toString() {
    return "AdminTokenFile[file=" + file + ", created=" + created + "]";
  }
}
