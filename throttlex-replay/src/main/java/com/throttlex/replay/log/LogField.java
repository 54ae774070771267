package com.throttlex.replay.log;

import org.jspecify.annotations.Nullable;

/** A field that replay uses of a log line. */
public enum LogField {
  TIME("time"),
  USER("user"),
  IP("ip"),
  API_KEY("apiKey"),
  ENDPOINT("endpoint"),
  METHOD("method"),
  /** Method, path and protocol in one text. */
  REQUEST("request"),
  SERVICE("service"),
  TIER("tier"),
  PRIORITY("priority"),
  COST("cost"),
  IDEMPOTENCY_KEY("idempotencyKey"),
  /** The value of the field that {@link #DIMENSION} names. */
  IDENTIFIER("identifier"),
  DIMENSION("dimension"),
  /** The recorded verdict; a line that has one is a recorded check. */
  VERDICT("verdict"),
  /** Whether the default rule does not count the request. */
  PASSES_UNRULED("passesUnruled"),
  STATUS("status"),
  DURATION("duration"),
  ATTRIBUTE("attribute"),
  HEADER("header");

  private final String text;

  LogField(String text) {
    this.text = text;
  }

  /** Returns the name in mappings and messages. */
  public String text() {
    return text;
  }

  /** Returns the place of the field in {@link FieldSlots}. */
  @SuppressWarnings("EnumOrdinal") // not stored anywhere
  int slot() {
    return ordinal();
  }

  /** Returns whether there are several such fields, which have names. */
  public boolean isNamed() {
    return this == ATTRIBUTE || this == HEADER;
  }

  /** Returns the field with that name, or null. */
  static @Nullable LogField find(String text) {
    for (LogField field : values()) {
      if (field.text.equals(text)) {
        return field;
      }
    }
    return null;
  }
}
