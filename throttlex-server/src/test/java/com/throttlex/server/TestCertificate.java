package com.throttlex.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A certificate and its key, as files in a folder. */
public final class TestCertificate {
  private static final String ALIAS = "self";
  private static final char[] PASSWORD = "secret".toCharArray();

  private final Path store;
  private final KeyStore keys;
  private final Path certFile;
  private final Path keyFile;

  private TestCertificate(Path folder, String name, KeyStore keys) throws Exception {
    this.keys = keys;
    store = folder.resolve(name + ".p12");
    certFile = folder.resolve(name + "-cert.pem");
    keyFile = folder.resolve(name + "-key.pem");
    pem(certFile, "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded());
    pem(keyFile, "PRIVATE KEY", keys.getKey(ALIAS, PASSWORD).getEncoded());
  }

  /** Makes a self-signed certificate for localhost; the options are those of keytool. */
  public static TestCertificate make(Path folder, String name, String... options) throws Exception {
    Path file = folder.resolve(name + ".p12");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "san=dns:localhost,ip:127.0.0.1"));
    arguments.addAll(List.of(options));
    keytool(file, "-genkeypair", arguments);
    return new TestCertificate(folder, name, keys(file));
  }

  /** Issues a certificate that this one signs; the options are those of keytool. */
  public TestCertificate issue(Path folder, String name, String... options) throws Exception {
    make(folder, name);
    Path file = folder.resolve(name + ".p12");
    Path request = folder.resolve(name + ".csr");
    Path issued = folder.resolve(name + ".pem");
    keytool(file, "-certreq", List.of("-file", request.toString()));
    List<String> arguments =
        new ArrayList<>(
            List.of("-rfc", "-infile", request.toString(), "-outfile", issued.toString()));
    arguments.addAll(List.of(options));
    keytool(store, "-gencert", arguments);
    Path chain = folder.resolve(name + "-chain.pem");
    Files.writeString(chain, Files.readString(issued) + Files.readString(certFile));
    keytool(file, "-importcert", List.of("-noprompt", "-file", chain.toString()));
    return new TestCertificate(folder, name, keys(file));
  }

  private static KeyStore keys(Path file) throws Exception {
    return KeyStore.getInstance(file.toFile(), PASSWORD);
  }

  private static void keytool(Path store, String command, List<String> arguments) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                command,
                "-alias",
                ALIAS,
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString()));
    line.addAll(arguments);
    Process keytool = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new IOException("keytool " + command + ": " + said);
    }
  }

  private static void pem(Path file, String kind, byte[] content) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
  }

  public Path certFile() {
    return certFile;
  }

  public Path keyFile() {
    return keyFile;
  }

  /** Returns a context that trusts this certificate and presents the other one. */
  public SSLContext trusting(@Nullable TestCertificate shown) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        shown == null ? null : shown.managers().getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private KeyManagerFactory managers() throws Exception {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    return managers;
  }
}
