package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All problems are reported at once, each with its place. */
class StrictnessTest {
  @TempDir Path folder;

  private Setup yaml(String text) {
    return new Setup(folder).yaml(text);
  }

  private String resource(String name) throws Exception {
    return Files.readString(Path.of(getClass().getResource(name).toURI()));
  }

  @Test
  void file_withEverythingWrong_isRefusedWithAllProblems() throws Exception {
    Setup setup = yaml(resource("all-wrong.yml"));

    assertThat(setup.problems()).isEqualTo(resource("all-wrong.txt").lines().toList());
  }

  @Test
  void problems_ofAllSources_areReportedInOneMessage() {
    Setup setup =
        yaml("store: disk\n")
            .option("port", "http")
            .variable("THROTTLEX_HOST", "a b")
            .variable("THROTTLEX_HOTS", "a");

    assertThat(setup.problems())
        .extracting(problem -> problem.substring(0, problem.indexOf(' ')))
        .containsExactly("THROTTLEX_HOTS:", "THROTTLEX_HOST:", "--port:", "throttlex.yml:1:");
    InvalidSettingsException refused = setup.refusal();
    assertThat(refused)
        .hasMessage(
            refused.problems().stream().map(Object::toString).collect(Collectors.joining("\n")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0", "1", "65535"})
  void port_inRange_isAccepted(String port) {
    assertThat(new Setup(folder).option("port", port).settings().server().port())
        .isEqualTo(Integer.parseInt(port));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-2", "65536", "http", "8080 ", "0x50", ""})
  void port_outOfRange_isRefused(String port) {
    assertThat(new Setup(folder).option("port", port).problems())
        .singleElement()
        .asString()
        .startsWith("--port: server.port: ")
        .endsWith("(expected: a port from 0 to 65535, 0 for any free one, or -1 for none)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "0.0.0.0", "::", "::1", "2001:db8::1", "a-b.example.com", "my_host"})
  void host_thatIsANameOrAddress_isAccepted(String host) {
    assertThat(new Setup(folder).option("host", host).settings().server().host()).isEqualTo(host);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost:80", "http://a", "a b", "-a", "1.2.3.4.example:1", "[::1]", "::1/64"})
  void host_thatIsNoNameOrAddress_isRefused(String host) {
    assertThat(new Setup(folder).option("host", host).problems())
        .containsExactly(
            "--host: server.host: \""
                + host
                + "\" (expected: a host name or address such as 127.0.0.1)");
  }

  @ParameterizedTest
  @CsvSource({
    "8081, , , --port: server.port: 8081 (expected: another port than server.admin-port",
    ", 8080, , --admin-port: server.admin-port: 8080 (expected: another port than server.port",
    "9000, 9000, , --admin-port: server.admin-port: 9000 (expected: another port than server.port",
    ", 9000, 9000, --resp-port: server.resp-port: 9000 (expected: another port than server.admin-port"
  })
  void doors_onTheSamePort_areRefused(String port, String admin, String resp, String expected) {
    Setup setup = new Setup(folder);
    if (port != null) {
      setup.option("port", port);
    }
    if (admin != null) {
      setup.option("admin-port", admin);
    }
    if (resp != null) {
      setup.option("resp-port", resp);
    }

    assertThat(setup.problems()).singleElement().asString().startsWith(expected);
  }

  @Test
  void doors_offOrOnAnyFreePort_areAccepted() {
    assertThat(yaml("server: {port: 0, admin-port: 0, resp-port: -1}").settings().server())
        .isEqualTo(new Settings.Server("127.0.0.1", 0, 0, -1, null, List.of(), 100_000, false));
    assertThat(yaml("server: {port: -1, admin-port: -1, resp-port: -1}").settings().server())
        .isEqualTo(new Settings.Server("127.0.0.1", -1, -1, -1, null, List.of(), 100_000, false));
  }

  @Test
  void certificate_withoutItsKey_isRefused() {
    Setup setup = yaml("server: {tls: {cert-file: c.pem}}");
    setup.file("c.pem", "c");

    assertThat(setup.problems())
        .containsExactly(
            "throttlex.yml:1: server.tls.cert-file: alone"
                + " (expected: server.tls.key-file as well)");
  }

  @Test
  void clientAuthority_withoutACertificate_isRefused() {
    Setup setup = yaml("server: {tls: {client-ca-file: ca.pem}}");
    setup.file("ca.pem", "c");

    assertThat(setup.problems())
        .containsExactly(
            "throttlex.yml:1: server.tls.client-ca-file: alone"
                + " (expected: server.tls.cert-file and key-file as well)");
  }

  @Test
  void accessTokens_thatAreWeakOrTwice_areRefusedEach() {
    Setup setup =
        yaml(
            """
            server:
              access:
                tokens:
                  - {name: a, token: short}
                  - {name: a, token: long-enough-0123456}
                  - {token: long-enough-6543210}
                  - {name: b, role: admin, token: long-enough-1111111}
            """);

    assertThat(setup.problems())
        .hasSize(4)
        .anyMatch(problem -> problem.contains("at least 16 characters"))
        .anyMatch(problem -> problem.contains("a name that no other token has"))
        .anyMatch(problem -> problem.contains("role"));
  }

  @Test
  void accessOrAllow_withAnEmptyList_isRefusedAsItWouldOpenThePort() {
    assertThat(new Setup(folder).variable("THROTTLEX_ACCESS_TOKEN", "").problems()).hasSize(1);
    assertThat(yaml("server: {access: {tokens: []}}").problems())
        .containsExactly(
            "throttlex.yml:1: server.access.tokens: nothing (expected: at least one {name, token})");
    assertThat(yaml("admin: {allow: []}").problems())
        .containsExactly(
            "throttlex.yml:1: admin.allow: nothing"
                + " (expected: at least one network such as 10.0.0.0/8)");
  }

  @Test
  void adminAllow_thatIsNoNetwork_isRefused() {
    assertThat(yaml("admin: {allow: [10.0.0.0/8, localhost]}").problems())
        .hasSize(1)
        .allMatch(problem -> problem.contains("admin.allow") && problem.contains("localhost"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2.3", "1.2.3.256", "12"})
  void host_ofDigitsThatIsNoAddress_isRefused(String host) {
    assertThat(new Setup(folder).option("host", host).problems()).hasSize(1);
  }

  @Test
  void rulesFile_thatIsAFolder_isRefused() {
    assertThat(new Setup(folder).option("rules", ".").problems())
        .containsExactly("--rules: rules: \".\" (expected: a file that exists and is readable)");
  }

  @Test
  void adminToken_repeatedInFileAndEnvironment_isRefused() {
    Setup setup =
        yaml("admin: {tokens: [{name: env, role: admin, token: 0123456789abcdef}]}")
            .variable("THROTTLEX_ADMIN_TOKEN", "0123456789abcdef");

    assertThat(setup.problems())
        .containsExactly(
            "throttlex.yml:1: admin.tokens.name: \"env\" (expected: a name that no other token has)",
            "throttlex.yml:1: admin.tokens.token: a text that is not shown"
                + " (expected: a token that no other name has)");
  }

  @Test
  void dataFolder_thatIsAFile_isRefused() {
    Setup setup = new Setup(folder).option("data-dir", "f");
    setup.file("f", "");

    assertThat(setup.problems())
        .isEqualTo(List.of("--data-dir: data-dir: \"f\" (expected: a folder)"));
  }

  @Test
  void yaml_thatIsBroken_isRefusedWithItsLine() {
    assertThat(yaml("server:\n  port: [1\n").problems())
        .singleElement()
        .asString()
        .startsWith("throttlex.yml:3: yaml: ");
  }
}
