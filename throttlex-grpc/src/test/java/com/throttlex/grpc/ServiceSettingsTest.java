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
                    "h", false, Path.of("ca.pem"), Duration.ZERO, FailureMode.LOCAL))
        .hasMessage(
            "address: \"h\" (expected: HOST:PORT); trust: ca.pem (expected: none without TLS);"
                + " deadline: PT0S (expected: between 1ms and 1m)");
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
