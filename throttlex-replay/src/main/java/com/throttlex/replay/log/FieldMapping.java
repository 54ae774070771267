package com.throttlex.replay.log;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A field of requests and the name that it has in a log, such as {@code user=$http_x_user}.
 *
 * @param field the field
 * @param name the name of the header or attribute; null for other fields
 * @param source the variable, column or JSON member; members of members have a dot between them
 */
public record FieldMapping(LogField field, @Nullable String name, String source) {
  /**
   * Reads a mapping.
   *
   * @throws IllegalArgumentException if the text is not a mapping
   */
  public static FieldMapping parse(String text) {
    int equals = text.indexOf('=');
    String target = equals < 0 ? text : text.substring(0, equals);
    String source = equals < 0 ? "" : text.substring(equals + 1);
    source = source.startsWith("$") ? source.substring(1) : source;
    int colon = target.indexOf(':');
    LogField field = LogField.find(colon < 0 ? target : target.substring(0, colon));
    String name = colon < 0 ? null : target.substring(colon + 1);
    boolean named = field != null && field.isNamed();
    if (field == null || source.isEmpty() || named != (name != null && !name.isEmpty())) {
      throw new IllegalArgumentException(
          "map: \"" + text + "\" (expected: FIELD=$NAME, FIELD one of " + fields() + ")");
    }
    return new FieldMapping(field, name, source);
  }

  private static String fields() {
    return Arrays.stream(LogField.values())
        .map(field -> field.text() + (field.isNamed() ? ":NAME" : ""))
        .collect(Collectors.joining(" "));
  }
}
