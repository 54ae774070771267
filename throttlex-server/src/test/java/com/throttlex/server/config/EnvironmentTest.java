package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.http.HeaderSet;
import com.throttlex.server.identity.AccessToken;
import com.throttlex.server.identity.AdminToken;
import com.throttlex.server.identity.Role;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which variables are read, which are left to others, and which are mistakes. */
class EnvironmentTest {
  @TempDir Path folder;

  private Setup with(String name, String text) {
    return new Setup(folder).variable(name, text);
  }

  @Test
  void variable_namedAfterThePathOrTheOption_meansTheSame() {
    assertThat(with("THROTTLEX_SERVER_ADMIN_PORT", "9").settings().server().adminPort())
        .isEqualTo(9);
    assertThat(with("THROTTLEX_ADMIN_PORT", "9").settings().server().adminPort()).isEqualTo(9);
  }

  @Test
  void twoVariables_ofOneKeyWithDifferentValues_areAProblem() {
    Setup setup = with("THROTTLEX_SERVER_PORT", "1").variable("THROTTLEX_PORT", "2");

    assertThat(setup.problems())
        .containsExactly(
            "THROTTLEX_PORT: server.port: set twice"
                + " (expected: either this variable or THROTTLEX_SERVER_PORT)");
    assertThat(setup.variable("THROTTLEX_PORT", "1").settings().server().port()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = SettingKey.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ADMIN_TOKENS", "DATA_DIR"})
  void everyKey_isReadFromItsVariables(SettingKey key) {
    for (String variable : key.variables()) {
      // Only what may be any text may have a control character and a bracket in it.
      Setup setup = with(variable, "\0[");
      if (key.path()
          .matches("identity.jwt.(algorithms|secret|issuer|audience|tier-claim|role-claim)")) {
        assertThat(setup.settings()).isNotEqualTo(new Setup(folder).settings());
      } else {
        assertThat(setup.problems())
            .singleElement()
            .asString()
            .startsWith(variable + ": " + key.path() + ": ");
      }
    }
  }

  @Test
  void list_isSplitAtCommas() {
    Setup setup =
        with("THROTTLEX_IDENTITY_TRUSTED_PROXIES", "10.0.0.0/8, 192.168.1.1")
            .variable("THROTTLEX_HEADERS", "ietf");

    assertThat(setup.settings().identity().trustedProxies())
        .containsExactly("10.0.0.0/8", "192.168.1.1");
    assertThat(setup.settings().headers()).containsExactly(HeaderSet.IETF);
  }

  @Test
  void list_withWrongItems_isAProblemForEachOfThem() {
    assertThat(with("THROTTLEX_HEADERS", "ietf,,rfc").problems())
        .containsExactly(
            "THROTTLEX_HEADERS: headers: nothing (expected: one of x-ratelimit, ietf)",
            "THROTTLEX_HEADERS: headers: \"rfc\" (expected: x-ratelimit or ietf)");
  }

  @Test
  void variable_thatIsEmpty_countsAsNotSet() {
    Setup setup = with("THROTTLEX_PORT", "").variable("THROTTLEX_ADMIN_TOKEN", "");

    assertThat(setup.settings().server().port()).isEqualTo(8080);
    assertThat(setup.settings().admin().tokens()).isEmpty();
  }

  @Test
  void adminTokenVariable_isAddedToTheTokensOfTheFile() {
    Setup setup =
        with("THROTTLEX_ADMIN_TOKEN", "fedcba9876543210")
            .yaml("admin: {tokens: [{name: ops, role: viewer, token: 0123456789abcdef}]}");

    assertThat(setup.settings().admin().tokens())
        .isEqualTo(
            List.of(
                new AdminToken("env", Role.ADMIN, "fedcba9876543210"),
                new AdminToken("ops", Role.VIEWER, "0123456789abcdef")));
  }

  @Test
  void accessTokenVariable_isAddedToTheTokensOfTheFile() {
    Setup setup =
        with("THROTTLEX_ACCESS_TOKEN", "fedcba9876543210")
            .yaml("server: {access: {tokens: [{name: gateway, token: 0123456789abcdef}]}}");

    assertThat(setup.settings().server().accessTokens())
        .isEqualTo(
            List.of(
                new AccessToken("env", "fedcba9876543210"),
                new AccessToken("gateway", "0123456789abcdef")));
  }

  @Test
  void variable_thatIsUnknown_isAProblemWithTheClosestName() {
    assertThat(with("THROTTLEX_ADMIN_PROT", "1").variable("THROTTLEX_FOO", "secret").problems())
        .containsExactly(
            "THROTTLEX_ADMIN_PROT: environment: unknown variable (expected: the name of a setting,"
                + " such as THROTTLEX_ADMIN_PORT; did you mean THROTTLEX_ADMIN_PORT?)",
            "THROTTLEX_FOO: environment: unknown variable (expected: the name of a setting,"
                + " such as THROTTLEX_ADMIN_PORT)");
  }

  @ParameterizedTest
  @CsvSource({
    "THROTTLEX_HOME, /opt",
    "THROTTLEX_JAVA_OPTS, -Xmx1g",
    "THROTTLEX_SERVER, http://localhost:8080",
    "THROTTLEX_ADMIN_URL, http://localhost:8081",
    "THROTTLEX_SERVICE_HOST, 10.0.0.1",
    "THROTTLEX_SERVICE_PORT, 8080",
    "THROTTLEX_SERVICE_PORT_HTTP, 8080",
    "THROTTLEX_PORT, tcp://10.0.0.1:8080",
    "THROTTLEX_PORT_8080_TCP, tcp://10.0.0.1:8080",
    "THROTTLEX_PORT_8080_TCP_ADDR, 10.0.0.1",
    "THROTTLEX_ADMIN_PORT, tcp://10.0.0.1:8081",
    "THROTTLEX_ADMIN_SERVICE_HOST, 10.0.0.1",
    "THROTTLEX_SERVER_PORT, udp://10.0.0.1:1",
    "SOMETHING_ELSE, 1"
  })
  void variable_ofLauncherCommandsOrKubernetes_isIgnored(String name, String text) {
    Settings defaults = new Setup(folder).settings();

    assertThat(with(name, text).settings()).isEqualTo(defaults);
  }
}
