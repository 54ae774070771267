package com.throttlex.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.store.FailureMode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceSettingsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"localhost:8080", "10.0.0.1:1", "[::1]:65535", "a-b.example.org:443", "lo_cal:9"})
  void address_ofHostAndPort_isAccepted(String address) {
    assertThat(ServiceSettings.plaintext(address).address()).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "localhost", "localhost:", ":8080", "h:0", "h:65536", "http://h:1", "::1:80"})
  void address_ofAnythingElse_isRefused(String address) {
    assertThatThrownBy(() -> ServiceSettings.plaintext(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("address: \"" + address + "\" (expected: HOST:PORT)");
  }

  @Test
  void problems_areSaidTogether() {
    assertThatThrownBy(
            () ->
                new ServiceSettings(
                    "h",
                    false,
                    Path.of("ca.pem"),
                    new ClientCertificate(Path.of("cert.pem"), Path.of("key.pem")),
                    "secret",
                    Duration.ZERO,
                    FailureMode.LOCAL))
        .hasMessage(
            "address: \"h\" (expected: HOST:PORT); trust: ca.pem (expected: none without TLS);"
                + " certificate: cert.pem (expected: none without TLS);"
                + " access-token: a text of 6 characters (expected: at least 16 visible ASCII"
                + " characters, no blanks); deadline: PT0S (expected: between 1ms and 1m)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fifteen-letters",
        "with a blank in it",
        "with-a-tab\tand-more",
        "line-ends-at-the-end\n",
        "schl\u00fcssel-f\u00fcr-alle"
      })
  void accessToken_thatNoHeaderCanCarryOrIsShort_isRefusedAndNotShown(String token) {
    ServiceSettings settings = ServiceSettings.plaintext("h:1");
    assertThatThrownBy(() -> settings.withAccessToken(token))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "access-token: a text of "
                + token.length()
                + " characters (expected: at least 16 visible ASCII characters, no blanks)");
  }

  @Test
  void text_ofSettings_doesNotShowTheAccessToken() {
    ServiceSettings settings = ServiceSettings.plaintext("h:1").withAccessToken("sixteen~letters!");
    assertThat(settings.accessToken()).isEqualTo("sixteen~letters!");
    assertThat(settings.toString())
        .isEqualTo(
            "ServiceSettings[address=h:1, tls=false, trust=null, certificate=null,"
                + " accessToken=***, deadline=PT0.1S, onFailure=LOCAL]");
    assertThat(ServiceSettings.tls("h:1").toString()).contains("accessToken=none");
  }

  @Test
  void certificates_thatAreMissing_areRefusedAtOnce(@TempDir Path folder) {
    ServiceSettings settings =
        ServiceSettings.tls("h:1")
            .withTrust(folder.resolve("none.pem"))
            .withOnFailure(FailureMode.ALLOW);
    assertThatThrownBy(() -> RemoteDecider.open(settings, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("trust: ");
  }
}
