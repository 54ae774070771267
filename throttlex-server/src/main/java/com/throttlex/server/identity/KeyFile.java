package com.throttlex.server.identity;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads public keys from a file of PEM blocks, or of a JWK or JWK set. */
final class KeyFile {
  private static final int MAX_BYTES = 256 * 1024;
  private static final String EXPECTED =
      "RSA keys from 2048 bits or EC keys on P-256, P-384 or P-521,"
          + " as PEM public keys or certificates, JWK or JWK set";
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

  private KeyFile() {}

  /**
   * Returns all keys in the file, at least one.
   *
   * @throws InvalidKeysException if there is none, or the file has anything except accepted public
   *     keys
   */
  static List<VerificationKey> read(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    }
    if (bytes.length > MAX_BYTES) {
      throw new InvalidKeysException("too long", "at most " + MAX_BYTES + " bytes");
    }
    String text = new String(bytes, StandardCharsets.UTF_8).strip();
    return text.startsWith("{") ? JwkText.strict(text, EXPECTED) : pem(text);
  }

  private static List<VerificationKey> pem(String text) throws InvalidKeysException {
    List<VerificationKey> keys = new ArrayList<>();
    Matcher blocks = BLOCK.matcher(text);
    while (blocks.find()) {
      keys.add(key(blocks.group(1), blocks.group(2)));
    }
    if (keys.isEmpty()) {
      throw new InvalidKeysException("no key", EXPECTED);
    }
    if (keys.size() > KeySet.MAX_TRIES) {
      String expected = "at most " + KeySet.MAX_TRIES + " PEM blocks, or a JWK set with kids";
      throw new InvalidKeysException(keys.size() + " keys", expected);
    }
    return keys;
  }

  private static VerificationKey key(String label, String base64) throws InvalidKeysException {
    VerificationKey key;
    try {
      byte[] der = Base64.getMimeDecoder().decode(base64);
      key =
          switch (label) {
            case "PUBLIC KEY" -> VerificationKey.of(publicKey(der), null, null);
            case "CERTIFICATE" -> VerificationKey.of(certified(der), null, null);
            default -> throw new InvalidKeysException("a block of " + label, EXPECTED);
          };
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new InvalidKeysException("a malformed block of " + label, EXPECTED);
    }
    if (key == null) {
      throw new InvalidKeysException("a key of another kind or size", EXPECTED);
    }
    return key;
  }

  private static PublicKey certified(byte[] der) throws GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificate(new ByteArrayInputStream(der))
        .getPublicKey();
  }

  private static PublicKey publicKey(byte[] der) throws GeneralSecurityException {
    X509EncodedKeySpec spec = new X509EncodedKeySpec(der);
    try {
      return KeyFactory.getInstance("RSA").generatePublic(spec);
    } catch (InvalidKeySpecException e) {
      return KeyFactory.getInstance("EC").generatePublic(spec);
    }
  }
}
