package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Option before variable, variable before file, file before default. */
class PrecedenceTest {
  @TempDir Path folder;

  private Setup setup() {
    return new Setup(folder);
  }

  private static int port(Setup setup) {
    return setup.settings().server().port();
  }

  @Test
  void option_winsOverVariableOverFileOverDefault() {
    Setup setup = setup();
    assertThat(port(setup)).isEqualTo(8080);
    assertThat(port(setup.yaml("server: {port: 1001}"))).isEqualTo(1001);
    assertThat(port(setup.variable("THROTTLEX_PORT", "1002"))).isEqualTo(1002);
    assertThat(port(setup.option("port", "1003"))).isEqualTo(1003);
  }

  @Test
  void option_keepsTheOtherKeysOfTheFile() {
    Setup setup = setup().yaml("server: {host: localhost, port: 1001}").option("port", "1003");

    assertThat(setup.settings().server().host()).isEqualTo("localhost");
  }

  @Test
  void wrongValue_overriddenByAnOption_isIgnored() {
    assertThat(port(setup().yaml("server: {port: many}").option("port", "1003"))).isEqualTo(1003);
  }

  @Test
  void configFile_ofTheOption_winsOverThatOfTheVariable() {
    Setup setup = setup().yaml("server: {port: 1}").variable("THROTTLEX_CONFIG", "b.yml");
    setup.file("a.yml", "server: {port: 3}");
    setup.file("b.yml", "server: {port: 2}");

    assertThat(port(setup)).isEqualTo(2);
    assertThat(port(setup.option("config", "a.yml"))).isEqualTo(3);
  }

  @Test
  void configFile_namedButMissing_isAProblem() {
    assertThat(setup().option("config", "absent.yml").problems())
        .containsExactly(
            "absent.yml:1: file: unreadable, NoSuchFileException"
                + " (expected: a file that can be read)");
  }

  @Test
  void option_thatIsUnknown_isAnIllegalArgument() {
    Setup setup = setup().option("prot", "1");

    assertThatThrownBy(setup::settings)
        .isInstanceOf(IllegalArgumentException.class)
        .isNotInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("prot");
  }
}
