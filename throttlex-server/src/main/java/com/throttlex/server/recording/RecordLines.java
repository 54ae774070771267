package com.throttlex.server.recording;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.throttlex.key.SecretValue;
import com.throttlex.request.RequestField;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Writes recorded requests as JSON lines: the members of a check, and {@code time}, {@code verdict}
 * and {@code rule}.
 *
 * <p>Masked are user, address, API key, idempotency key, headers, and attributes. An attribute
 * stays in clear if a rule's {@code match} has this value and its name is not that of a secret: the
 * rule would not match a mask, and the rule file has the value in clear. One thread uses it at a
 * time.
 */
final class RecordLines {
  private static final JsonFactory JSON = new JsonFactory();

  /** An attribute with its value, as a rule's match has it. */
  private record Named(String name, String value) {}

  private final RequestMask mask;
  private volatile Set<Named> inClear = Set.of();

  RecordLines(RequestMask mask) {
    this.mask = mask;
  }

  /** Finds the attributes that stay in clear, by the rules in force; any thread may call it. */
  void rules(RuleBook book) {
    Set<Named> named = new HashSet<>();
    for (Rule rule : book.rules()) {
      rule.match().attributes().forEach((name, value) -> named.add(new Named(name, value)));
    }
    named.removeIf(attribute -> SecretValue.isNamed(attribute.name));
    inClear = named;
  }

  /** Returns the lines of these requests. */
  byte[] bytes(Iterable<RecordedCheck> checks) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
      for (RecordedCheck check : checks) {
        line(json, check);
      }
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e); // never: the bytes are in memory
    }
    return bytes.toByteArray();
  }

  private void line(JsonGenerator json, RecordedCheck check) throws IOException {
    json.writeStartObject();
    long nanos = check.nanos();
    json.writeStringField("time", Instant.ofEpochSecond(0, nanos).toString());
    for (RequestField field : RequestField.ALL) {
      Object value = field.get(check.request());
      if (value != null) {
        json.writeFieldName(field.text());
        value(json, field, value);
      }
    }
    if (check.request().passesUnruled()) {
      json.writeBooleanField("passesUnruled", true);
    }
    json.writeStringField("verdict", check.verdictText());
    if (check.rule() != null) {
      json.writeStringField("rule", check.rule());
    }
    json.writeEndObject();
  }

  private void value(JsonGenerator json, RequestField field, Object value) throws IOException {
    if (value instanceof Map<?, ?> entries) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : entries.entrySet()) {
        String name = (String) entry.getKey();
        json.writeFieldName(name);
        text(json, entry(field, name, (String) entry.getValue()));
      }
      json.writeEndObject();
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else {
      text(json, masked(field, (String) value));
    }
  }

  /** Writes a text. A plain dash is escaped, because logs of web servers have it for no value. */
  private static void text(JsonGenerator json, String text) throws IOException {
    if (text.equals("-")) {
      json.writeRawValue("\"\\u002d\"");
    } else {
      json.writeString(text);
    }
  }

  private String entry(RequestField field, String name, String value) {
    boolean named = field == RequestField.ATTRIBUTES && inClear.contains(new Named(name, value));
    return named ? value : mask.text(value);
  }

  private String masked(RequestField field, String value) {
    return switch (field) {
      case USER, API_KEY, IDEMPOTENCY_KEY -> mask.text(value);
      case IP -> mask.address(value);
      default -> value;
    };
  }
}
