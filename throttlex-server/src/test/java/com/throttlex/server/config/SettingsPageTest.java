package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** docs/OPERATIONS.md shows every setting, and the test of all settings has it. */
class SettingsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "OPERATIONS.md");

  @ParameterizedTest
  @EnumSource
  void setting_isOnThePageAndInTheFileOfAllSettings(SettingKey key) throws Exception {
    String name = key.path().substring(key.path().lastIndexOf('.') + 1);

    assertThat(Files.readString(PAGE))
        .as(key.path())
        .containsPattern("(?m)(^|[ {.`])" + name + "[:`]");
    assertThat(everything()).as(key.path()).containsPattern("(?m)(^|[ {])" + name + ":");
  }

  private String everything() throws IOException, URISyntaxException {
    return Files.readString(Path.of(getClass().getResource("everything.yml").toURI()));
  }
}
