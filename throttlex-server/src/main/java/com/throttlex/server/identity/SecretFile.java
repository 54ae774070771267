package com.throttlex.server.identity;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A generated secret, kept in a file of the data folder.
 *
 * @param created whether it was generated just now
 */
public record SecretFile(Path file, String secret, boolean created) {
  private static final int SECRET_BYTES = 32;
  private static final Logger log = LoggerFactory.getLogger(SecretFile.class);

  /**
   * Reads a secret of the data folder, or creates folder and secret. Only the file's owner can read
   * it; other permissions are corrected.
   *
   * @throws IOException if that is not possible, or the secret in the file is too weak
   */
  public static SecretFile readOrCreate(Path dataDir, String name, SecureRandom random)
      throws IOException {
    Path file = dataDir.resolve(name);
    if (Files.exists(file)) {
      repair(file);
      return new SecretFile(file, read(file), false);
    }
    Files.createDirectories(dataDir);
    byte[] bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    write(file, name, secret);
    return new SecretFile(file, secret, true);
  }

  private static String read(Path file) throws IOException {
    String secret;
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(AdminTokens.MAX_LENGTH + 2);
      secret = new String(bytes, StandardCharsets.UTF_8).strip();
    }
    String flaw = AdminTokens.flaw(secret);
    if (flaw != null) {
      throw new IOException(file + ": " + flaw);
    }
    return secret;
  }

  private static void write(Path file, String name, String secret) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Path draft = Files.createTempFile(directory, name, ".new", OwnerOnly.attributes(file));
    try {
      Files.writeString(draft, secret + "\n");
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void repair(Path file) throws IOException {
    if (OwnerOnly.isPosix(file)
        && !OwnerOnly.PERMISSIONS.containsAll(Files.getPosixFilePermissions(file))) {
      Files.setPosixFilePermissions(file, OwnerOnly.PERMISSIONS);
      log.warn(
          "{}: other users could read it (expected: rw-------); corrected; consider a new secret",
          file);
    }
  }

  /** Returns the file, without the secret. */
  @Override
  public String toString() {
    return "SecretFile[file=" + file + ", created=" + created + "]";
  }
}
