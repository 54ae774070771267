package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.throttlex.rules.yaml.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A folder, options and variables to read settings from. */
final class Setup {
  private final Path folder;
  private final Map<String, String> options = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();

  Setup(Path folder) {
    this.folder = folder;
  }

  Setup option(String name, String text) {
    options.put(name, text);
    return this;
  }

  Setup variable(String name, String text) {
    environment.put(name, text);
    return this;
  }

  Setup yaml(String text) {
    file(ConfigFile.NAME, text);
    return this;
  }

  Path file(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Settings settings() {
    return SettingsReader.read(options, environment, folder);
  }

  InvalidSettingsException refusal() {
    InvalidSettingsException refused =
        catchThrowableOfType(InvalidSettingsException.class, this::settings);
    assertThat(refused).isNotNull();
    return refused;
  }

  /** The problems, with paths as from the folder. */
  List<String> problems() {
    return refusal().problems().stream()
        .map(Problem::toString)
        .map(text -> text.replace(folder + "/", ""))
        .toList();
  }
}
