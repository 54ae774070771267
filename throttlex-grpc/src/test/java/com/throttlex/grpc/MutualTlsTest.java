package com.throttlex.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.store.FailureMode;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that answers only clients with a certificate. */
class MutualTlsTest {
  private static final char[] PASSWORD = "secret".toCharArray();

  @TempDir static Path folder;
  private static FakeService service;

  @BeforeAll
  static void start() throws Exception {
    for (String name : List.of("server", "client", "stranger")) {
      make(name);
    }
    ServerCredentials credentials =
        TlsServerCredentials.newBuilder()
            .keyManager(file("server.pem").toFile(), file("server.key").toFile())
            .trustManager(file("client.pem").toFile())
            .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
            .build();
    service = new FakeService(credentials);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static Path file(String name) {
    return folder.resolve(name);
  }

  /** Makes a key, and a certificate that it signs itself. */
  private static void make(String name) throws Exception {
    Path store = file(name + ".p12");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "it",
            "-keyalg",
            "EC",
            "-dname",
            "CN=" + name,
            "-ext",
            "san=dns:localhost,ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-storepass",
            "secret",
            "-keystore",
            store.toString());
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    keytool.getInputStream().readAllBytes();
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
    pem(name + ".pem", "CERTIFICATE", keys.getCertificate("it").getEncoded());
    pem(name + ".key", "PRIVATE KEY", keys.getKey("it", PASSWORD).getEncoded());
  }

  private static void pem(String name, String kind, byte[] content) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(content);
    Files.writeString(
        file(name), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
  }

  private static ServiceSettings settings() {
    return ServiceSettings.tls("localhost:" + service.port())
        .withTrust(file("server.pem"))
        .withDeadline(RemoteLab.PATIENT)
        .withOnFailure(FailureMode.DENY);
  }

  private static boolean isDegraded(ServiceSettings settings) throws Exception {
    try (RemoteDecider decider = RemoteDecider.open(settings, null)) {
      return RemoteLab.get(decider.checkAsync(RemoteLab.USER)).degraded();
    }
  }

  @Test
  void client_withACertificateThatTheServiceTrusts_isAnswered() throws Exception {
    assertThat(isDegraded(settings().withCertificate(file("client.pem"), file("client.key"))))
        .isFalse();
  }

  @Test
  void client_withoutCertificateOrWithAStrangers_isNotAnswered() throws Exception {
    assertThat(isDegraded(settings())).isTrue();
    assertThat(isDegraded(settings().withCertificate(file("stranger.pem"), file("stranger.key"))))
        .isTrue();
  }

  @Test
  void certificate_thatIsMissing_isRefusedAtOnce() {
    Path missing = file("none.pem");
    assertThatThrownBy(() -> isDegraded(settings().withCertificate(missing, file("client.key"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "certificate: "
                + missing
                + " (expected: a certificate in PEM, and its key in "
                + file("client.key")
                + ")");
  }

  @Test
  void certificate_thatIsNoPem_isRefusedAtOnce() throws Exception {
    Path wrong = Files.writeString(file("wrong.pem"), "nonsense");
    for (ServiceSettings settings :
        List.of(
            settings().withTrust(wrong),
            settings().withCertificate(wrong, file("client.key")),
            settings().withCertificate(file("client.pem"), wrong))) {
      assertThatThrownBy(() -> isDegraded(settings))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching(
              "tls: \\[.*wrong.pem.*] \\(expected: certificates and keys in PEM\\)");
    }
  }
}
