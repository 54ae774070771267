package com.throttlex.server.admin;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The media type of YAML (RFC 9512), and its older names. */
final class YamlType {
  static final String NAME = "application/yaml";

  private static final List<String> NAMES =
      List.of(NAME, "application/x-yaml", "text/yaml", "text/x-yaml");

  private YamlType() {}

  /** Returns whether a media type is YAML. */
  static boolean is(@Nullable String type) {
    return type != null && NAMES.contains(media(type));
  }

  /** Returns whether the client accepts YAML, and JSON only by a wildcard. */
  static boolean isAccepted(AdminCall call) {
    String accept = call.header("Accept");
    List<String> types =
        accept == null
            ? List.of()
            : Arrays.stream(accept.split(",", -1)).map(YamlType::media).toList();
    return types.stream().anyMatch(NAMES::contains) && !types.contains(AdminAnswer.JSON);
  }

  private static String media(String type) {
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }
}
