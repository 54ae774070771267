package com.throttlex.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The statements of a folder, from resource files: the file of the dialect, or the common one. */
final class SqlScripts {
  private final String folder;
  private final Dialect dialect;
  private final Map<String, String> texts = new ConcurrentHashMap<>();

  SqlScripts(String folder, Dialect dialect) {
    this.folder = folder;
    this.dialect = dialect;
  }

  /** Returns the statement of a file, without {@code .sql}. */
  String text(String name) {
    return texts.computeIfAbsent(name, this::read);
  }

  private String read(String name) {
    String own = resource(folder + '/' + dialect.folder() + '/' + name + ".sql");
    String text = own == null ? resource(folder + '/' + name + ".sql") : own;
    if (text == null) {
      throw new IllegalStateException("statement: " + folder + '/' + name + " (expected: a file)");
    }
    return text;
  }

  private static @Nullable String resource(String path) {
    try (InputStream in = SqlScripts.class.getResourceAsStream(path)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
