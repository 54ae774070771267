package com.throttlex.rules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Valid and invalid rule files, from the resources of the tests. */
final class Samples {
  private Samples() {}

  record Valid(String name, String text) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** A file with problems; the schema finds problems of structure too. */
  record Invalid(String name, boolean againstSchema, String text, List<String> problems) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Valid> valid() {
    return sections("valid.txt")
        .map(section -> new Valid(head(section), section.substring(section.indexOf('\n') + 1)));
  }

  static Valid valid(String name) {
    return valid().filter(sample -> sample.name().equals(name)).findFirst().orElseThrow();
  }

  static Stream<Invalid> invalid() {
    return sections("invalid.txt").map(Samples::invalid);
  }

  private static Invalid invalid(String section) {
    String head = head(section);
    int end = section.indexOf("\n---\n") + 1;
    String name = head.substring(0, head.indexOf(" ["));
    boolean againstSchema = head.endsWith("[schema]");
    String text = section.substring(section.indexOf('\n') + 1, end);
    List<String> problems = section.substring(end + 4).lines().toList();
    return new Invalid(name, againstSchema, text, problems);
  }

  private static String head(String section) {
    return section.substring(0, section.indexOf('\n'));
  }

  private static Stream<String> sections(String resource) {
    try (InputStream in = Samples.class.getResourceAsStream(resource)) {
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(all.split("(?m)^=== ")).skip(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
