package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.MemoryStore;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.PfxOptions;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TlsTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  @Test
  void door_speaksTls(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("door.p12");
    makeKeys(file);
    NetServerOptions options =
        new NetServerOptions()
            .setSsl(true)
            .setKeyCertOptions(new PfxOptions().setPath(file.toString()).setPassword("secret"));
    try (OpenDoor door = new OpenDoor(new MemoryStore(), options);
        Socket socket = trusting(file).getSocketFactory().createSocket(LOOPBACK, door.port);
        RawClient client = new RawClient(socket)) {
      client.send("PING\r\n".repeat(10_000));
      for (int i = 0; i < 10_000; i++) {
        assertThat(client.reply()).isEqualTo("PONG");
      }
      client.send("*x\r\n");
      assertThat(client.reply()).isEqualTo("-ERR Protocol error: invalid multibulk length");
      assertThat(client.atEnd()).isTrue();
    }
  }

  private static void makeKeys(Path file) throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command =
        List.of(
            keytool,
            "-genkeypair",
            "-alias",
            "door",
            "-keyalg",
            "EC",
            "-dname",
            "CN=localhost",
            "-storetype",
            "PKCS12",
            "-storepass",
            "secret",
            "-keystore",
            file.toString());
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }

  private static SSLContext trusting(Path file) throws Exception {
    KeyStore keys = KeyStore.getInstance(file.toFile(), "secret".toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("door", keys.getCertificate("door"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
