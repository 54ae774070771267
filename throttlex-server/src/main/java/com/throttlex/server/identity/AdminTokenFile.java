package com.throttlex.server.identity;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * The generated admin token, kept in the data folder.
 *
 * @param token the token
 * @param created whether it was generated just now
 */
public record AdminTokenFile(Path file, String token, boolean created) {
  private static final String NAME = "admin-token";

  /**
   * Reads the token of the data folder, or creates folder and token, as {@link SecretFile} does.
   *
   * @throws IOException if that is not possible, or the token in the file is too weak
   */
  public static AdminTokenFile readOrCreate(Path dataDir, SecureRandom random) throws IOException {
    SecretFile kept = SecretFile.readOrCreate(dataDir, NAME, random);
    return new AdminTokenFile(kept.file(), kept.secret(), kept.created());
  }

  /** Returns the file, without the token. */
  @Override
  public String toString() {
    return "AdminTokenFile[file=" + file + ", created=" + created + "]";
  }
}
