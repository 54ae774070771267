package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No message shows a secret, wherever it was written. */
class SecretsTest {
  private static final String SECRET = "hush";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "admin: hush",
        "admin: [hush]",
        "admin: {tokens: hush}",
        "admin: {tokens: [hush]}",
        "admin: {tokens: {name: hush}}",
        "admin: {tokens: [{name: a, role: admin, token: hush}]}",
        "admin: {tokens: [{name: a, role: admin, token: [hush]}]}",
        "admin: {tokens: [{name: a, role: admin, token: 'hush of 16 and blanks'}]}",
        "admin: {tokens: [{name: a, role: admin, token: '${hush'}]}",
        "admin: {tokens: [{name: a, role: admin, token: hush-hush-hush-hush},"
            + " {name: b, role: admin, token: hush-hush-hush-hush}]}",
        "server: {access: hush}",
        "server: {access: {tokens: hush}}",
        "server: {access: {tokens: [hush]}}",
        "server: {access: {tokens: [{name: a, token: hush}]}}",
        "server: {access: {tokens: [{name: a, token: hush-hush-hush-hush},"
            + " {name: b, token: hush-hush-hush-hush}]}}",
        "identity: {jwt: hush}",
        "identity: {jwt: {secret: [hush]}}",
        "identity: {jwt: {jwks-url: 'ftp://u:hush@host/'}}",
        "tracing: {endpoint: 'u:hush@host'}",
        "tracing: {endpoint: 'http://u:hush@/'}",
        "tracing: {endpoint: 'ftp://host/?key=hush'}",
        "store: 'redis://:hush@host:port'",
        "store: hush",
        "store: ['jdbc:mysql://host?password=hush', hush, [hush]]",
        "store: 'jdbc:mysql://h/x?password=hush@1,jdbc:mysql://h/y?password=hush@2'",
        "database: 'jdbc:mysql://host?password=hush'"
      })
  void problem_withASecretInTheFile_doesNotShowIt(String yaml) {
    assertThat(new Setup(folder).yaml(yaml).refusal().getMessage()).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "THROTTLEX_ADMIN_TOKEN",
        "THROTTLEX_ADMIN_TOKENS",
        "THROTTLEX_ACCESS_TOKEN",
        "THROTTLEX_STORE"
      })
  void problem_withASecretInAVariable_doesNotShowIt(String name) {
    assertThat(new Setup(folder).variable(name, SECRET).refusal().getMessage())
        .doesNotContain(SECRET)
        .contains(name);
  }

  @Test
  void settings_asText_doNotShowSecrets() {
    Settings settings =
        new Setup(folder)
            .yaml(
                """
                store: "jdbc:postgresql://db/counters?user=u&password=hush"
                database: "jdbc:mariadb://db/records?user=u&password=hush"
                server: {access: {tokens: [{name: gateway, token: hush-hush-hush-hush}]}}
                admin: {tokens: [{name: ops, role: admin, token: hush-hush-hush-hush}]}
                identity: {jwt: {secret: hush, jwks-url: "http://u:hush@host/"}}
                tracing: {endpoint: "http://u:hush@host/"}
                """)
            .settings();

    assertThat(settings.toString()).doesNotContain(SECRET).contains("ops", "gateway");
    assertThat(settings.identity().jwt().secret()).isEqualTo(SECRET);
  }
}
