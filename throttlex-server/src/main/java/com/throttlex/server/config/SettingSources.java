package com.throttlex.server.config;

import com.throttlex.request.ShownText;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Value;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sources of values in order of precedence: options, environment, file. */
final class SettingSources {
  private static final String CONFIG = "config";
  private static final Set<String> OPTIONS =
      Arrays.stream(SettingKey.values())
          .filter(key -> key.option() != null)
          .map(key -> String.valueOf(key.option()))
          .collect(Collectors.toUnmodifiableSet());

  private final Map<String, String> options;
  private final Environment environment;
  private final Path workingDirectory;
  private final Problems problems;
  private final ConfigFile file;

  SettingSources(
      Map<String, String> options,
      Map<String, String> variables,
      Path workingDirectory,
      Problems problems) {
    this.options = requireKnown(options);
    this.environment = new Environment(variables, problems);
    this.workingDirectory = workingDirectory;
    this.problems = problems;
    environment.requireKnown();
    file = file(variables);
  }

  private static Map<String, String> requireKnown(Map<String, String> options) {
    for (String name : options.keySet()) {
      if (!name.equals(CONFIG) && !OPTIONS.contains(name)) {
        throw new IllegalArgumentException(
            "option: " + name + " (expected: one of " + OPTIONS + ")");
      }
    }
    return Map.copyOf(options);
  }

  private ConfigFile file(Map<String, String> variables) {
    String option = options.get(CONFIG);
    String named = option == null ? environment.text(Environment.CONFIG) : option;
    Path path = path(named == null ? ConfigFile.NAME : named, option);
    return named == null && !Files.exists(path)
        ? ConfigFile.none(workingDirectory)
        : ConfigFile.read(path, variables, problems);
  }

  private Path path(String name, @Nullable String option) {
    try {
      return workingDirectory.resolve(name);
    } catch (InvalidPathException e) {
      String source = option == null ? Environment.CONFIG : "--" + CONFIG;
      throw problems.in(source).fatal(0, "file", ShownText.quoted(name), "the path of a file");
    }
  }

  /** Returns the value of a key in force, or null if there is none. */
  @Nullable Given find(SettingKey key) {
    String option = key.option() == null ? null : options.get(key.option());
    if (option != null) {
      Problems own = problems.in("--" + key.option());
      Node node = new Node.Scalar(0, option, false);
      return new Given(new Value(node, key.path(), 0, own), workingDirectory);
    }
    Value variable = environment.find(key);
    if (variable != null) {
      return new Given(variable, workingDirectory);
    }
    Value field = file.find(key);
    return field == null ? null : new Given(field, file.folder());
  }

  /** Reads the value of a key; returns the default if there is none or it is wrong. */
  <T> T read(SettingKey key, Function<Given, @Nullable T> reader, T byDefault) {
    Given given = find(key);
    T read = given == null ? null : reader.apply(given);
    return read == null ? byDefault : read;
  }

  /** Reads the value of a key; returns null if there is none or it is wrong. */
  <T> @Nullable T read(SettingKey key, Function<Given, @Nullable T> reader) {
    Given given = find(key);
    return given == null ? null : reader.apply(given);
  }

  /** Returns the token that a variable adds to those of a key, or null if it is not set. */
  @Nullable Value token(SettingKey key, String variable) {
    return environment.token(key, variable);
  }

  /** Adds a problem: a key has no value, and needs one. */
  void missing(SettingKey key, String expected) {
    problems.in("--" + key.option()).add(0, key.path(), "missing", expected);
  }

  Path workingDirectory() {
    return workingDirectory;
  }

  /** Returns whether a key, or a key below it, has a problem. */
  boolean isWrong(String path) {
    return problems.concern(0, path);
  }
}
