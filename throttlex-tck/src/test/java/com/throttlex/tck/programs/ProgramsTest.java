package com.throttlex.tck.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The places where programs are searched, and the values of the switch. */
class ProgramsTest {
  @TempDir Path folder;

  private static Programs with(String name, Object value) {
    return in(Map.of(name, value.toString()));
  }

  private static Programs in(Map<String, String> environment) {
    return new Programs(environment, new Properties());
  }

  private static Programs withBrowser(String value) {
    Properties properties = new Properties();
    properties.setProperty("throttlex.browser", value);
    return new Programs(Map.of(), properties);
  }

  private Path program(String name, String says) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\necho " + says + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void program_onThePath_isFound() throws IOException {
    Path file = program("proxy", "1.0");

    Programs programs = with("PATH", "/no/such/folder:" + folder);

    assertThat(programs.path("proxy")).isEqualTo(file);
  }

  @Test
  void program_namedByItsVariable_winsOverThePath() throws IOException {
    program("some-proxy", "1.0");
    Path named = program("another", "1.0");

    Map<String, String> environment =
        Map.of("PATH", folder.toString(), "TEST_SOME_PROXY", named.toString());

    assertThat(in(environment).path("some-proxy")).isEqualTo(named);
  }

  @Test
  void program_thatIsMissing_isNamedWithItsVariableAndThePath() {
    Programs programs = with("PATH", folder);

    assertThat(programs.find("proxy")).isEmpty();
    assertThatThrownBy(() -> programs.path("proxy"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "proxy: not found (expected: its path in TEST_PROXY, or in a folder of PATH: %s)",
            folder);
  }

  @Test
  void file_thatCannotBeExecuted_isNoProgram() throws IOException {
    Path file = Files.writeString(folder.resolve("proxy"), "text");

    assertThat(with("PATH", folder).find("proxy")).isEmpty();
    assertThatThrownBy(() -> with("TEST_PROXY", file).find("proxy"))
        .hasMessage("TEST_PROXY: %s (expected: the executable proxy)", file);
  }

  @Test
  void mysqld_ofMariaDb_isNotMySql() throws IOException {
    Path impostor = program("mysqld", "mysqld Ver 10.11.6-MariaDB");

    assertThat(with("PATH", folder).find("mysqld")).isEmpty();
    assertThatThrownBy(() -> with("TEST_MYSQLD", impostor).find("mysqld"))
        .hasMessage("TEST_MYSQLD: %s (expected: the executable mysqld)", impostor);
    program("mysqld", "mysqld Ver 9.7.4");
    assertThat(with("PATH", folder).find("mysqld")).contains(impostor);
  }

  @Test
  void switch_isOptionalUnlessItSaysRequired() {
    assertThat(in(Map.of()).isRequired("envoy")).isFalse();
    assertThat(with("TEST_PROGRAMS", "optional").isRequired("envoy")).isFalse();
    assertThat(with("TEST_PROGRAMS", "required").isRequired("envoy")).isTrue();
    assertThat(with("TEST_PROGRAMS", "required").isRequired("chromium")).isTrue();
  }

  @Test
  void switchOfTheBrowser_requiresOnlyTheBrowserAndItsDriver() {
    assertThat(withBrowser("required").isRequired("chromium")).isTrue();
    assertThat(withBrowser("required").isRequired("chromedriver")).isTrue();
    assertThat(withBrowser("required").isRequired("envoy")).isFalse();
    assertThat(withBrowser("optional").isRequired("chromium")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "true", "REQUIRED"})
  void switch_withAnyOtherValue_isRefused(String value) {
    assertThatThrownBy(() -> with("TEST_PROGRAMS", value).isRequired("envoy"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("TEST_PROGRAMS: \"%s\" (expected: required or optional)", value);
    assertThatThrownBy(() -> withBrowser(value).isRequired("envoy"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("throttlex.browser: \"%s\" (expected: required or optional)", value);
  }
}
