package com.throttlex.server.recording;

import com.throttlex.key.KeyHash;
import com.throttlex.server.identity.SecretFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/**
 * The secret of sample and masks, kept in the data folder. Nodes with the same secret sample the
 * same clients and give them the same masks.
 */
public final class RecordSecret {
  private static final String NAME = "record-secret";

  private final byte[] digest;

  private RecordSecret(byte[] digest) {
    this.digest = digest;
  }

  /**
   * Reads the secret of the data folder, or creates it.
   *
   * @throws IOException if that is not possible
   */
  public static RecordSecret readOrCreate(Path dataDir, SecureRandom random) throws IOException {
    return of(SecretFile.readOrCreate(dataDir, NAME, random).secret());
  }

  static RecordSecret of(String secret) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return new RecordSecret(sha256.digest(secret.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a hash for masks. */
  KeyHash masking() {
    return hash(0);
  }

  /** Returns a hash for the sample, which is independent of the masks. */
  KeyHash sampling() {
    return hash(2);
  }

  private KeyHash hash(int word) {
    ByteBuffer words = ByteBuffer.wrap(digest);
    return KeyHash.keyed(words.getLong(Long.BYTES * word), words.getLong(Long.BYTES * (word + 1)));
  }
}
