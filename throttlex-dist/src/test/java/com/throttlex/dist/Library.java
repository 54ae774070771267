package com.throttlex.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A library in the packages.
 *
 * @param licenses its licences by their SPDX names; several are a choice
 */
record Library(String group, String name, List<String> licenses) {
  private static final Pattern LINE = Pattern.compile("(\\S+):(\\S+)  (.+)");
  private static final Pattern OR = Pattern.compile(" or ");

  /** Returns the libraries of the SBOM that are not modules of ThrottleX. */
  static List<Library> ofTheSbom() throws IOException {
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
    // JSON is YAML.
    Object sbom = new Load(settings).loadFromString(Files.readString(Built.sbom()));
    return list(sbom, "components").stream()
        .map(Library::of)
        .filter(library -> !library.group.equals("com.throttlex"))
        .toList();
  }

  /** Returns the library that {@link #toString} wrote. */
  static Library parse(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new AssertionError("NOTICE: " + line + " (expected: group:name  licences)");
    }
    return new Library(
        matcher.group(1), matcher.group(2), OR.splitAsStream(matcher.group(3)).toList());
  }

  private static Library of(Object component) {
    List<String> licenses =
        list(component, "licenses").stream()
            .map(license -> value(license, "license"))
            .map(license -> Objects.toString(value(license, "id"), "unknown"))
            .sorted()
            .toList();
    return new Library(
        String.valueOf(value(component, "group")),
        String.valueOf(value(component, "name")),
        licenses);
  }

  private static List<?> list(Object map, String key) {
    return value(map, key) instanceof List<?> list ? list : List.of();
  }

  private static Object value(Object map, String key) {
    return map instanceof Map<?, ?> values ? values.get(key) : null;
  }

  @Override
  public String toString() {
    return group + ":" + name + "  " + String.join(" or ", licenses);
  }
}
