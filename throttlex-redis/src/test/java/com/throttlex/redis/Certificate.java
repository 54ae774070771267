package com.throttlex.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A self-signed certificate with its key, in the formats of Redis and the JVM.
 *
 * @param file the certificate, PEM
 * @param key the private key, PEM
 * @param trust a trust store with the certificate, PKCS #12
 */
record Certificate(Path file, Path key, Path trust) {
  static final String PASSWORD = "secret";

  /** Creates a certificate for a host, given as {@code dns:…} or {@code ip:…}. */
  static Certificate make(Path folder, String host) throws Exception {
    Path store = folder.resolve("keys.p12");
    keytool(store, host);
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    java.security.cert.Certificate made = keys.getCertificate("redis");
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("redis", made);
    Path trust = folder.resolve("trust.p12");
    try (var out = Files.newOutputStream(trust)) {
      trusted.store(out, PASSWORD.toCharArray());
    }
    byte[] key = keys.getKey("redis", PASSWORD.toCharArray()).getEncoded();
    return new Certificate(
        pem(folder.resolve("redis.crt"), "CERTIFICATE", made.getEncoded()),
        pem(folder.resolve("redis.key"), "PRIVATE KEY", key),
        trust);
  }

  private static void keytool(Path store, String host) throws Exception {
    String program = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> words =
        List.of("-genkeypair", "-alias", "redis", "-keyalg", "EC", "-dname", "CN=" + host);
    ProcessBuilder builder = new ProcessBuilder(program);
    builder.command().addAll(words);
    builder.command().addAll(List.of("-ext", "san=" + host, "-storetype", "PKCS12"));
    builder.command().addAll(List.of("-storepass", PASSWORD, "-keystore", store.toString()));
    Process keytool = builder.redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(store).as(said).exists();
  }

  private static Path pem(Path file, String type, byte[] content) throws Exception {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
  }
}
