package com.throttlex.server.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The modules that a module needs before it runs. A browser finds them one level after the other;
 * the page names all of them, so that they are requested at the same time.
 */
final class ModuleGraph {
  /** {@code import 'a'}, {@code import x from 'a'}, {@code export … from 'a'}; not import('a'). */
  private static final Pattern IMPORT =
      Pattern.compile("(?:\\bfrom|(?<![.\\w])import)\\s*['\"]([^'\"]+)['\"]");

  private final Map<String, byte[]> files;
  private final JsonObject imports;

  /**
   * Creates a graph.
   *
   * @param files the files by path
   * @param imports the names of modules and their paths; a name that ends with a slash is a prefix
   */
  ModuleGraph(Map<String, byte[]> files, JsonObject imports) {
    this.files = files;
    this.imports = imports;
  }

  /** Returns the paths of these modules and of all that they import, each once. */
  Set<String> closure(String... modules) {
    Set<String> found = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>();
    for (String module : modules) {
      open.add(module);
    }
    while (!open.isEmpty()) {
      String path = open.remove();
      if (found.add(path)) {
        Matcher matcher = IMPORT.matcher(content(path));
        while (matcher.find()) {
          open.add(resolved(path, matcher.group(1)));
        }
      }
    }
    return found;
  }

  private String content(String path) {
    byte[] content = files.get(path);
    if (content == null) {
      throw new IllegalStateException(path + ": missing (expected: a module of the dashboard)");
    }
    return new String(content, UTF_8);
  }

  private String resolved(String from, String name) {
    if (name.startsWith("./") || name.startsWith("../")) {
      return URI.create(from).resolve(name).toString();
    }
    String path = named(name);
    if (path == null) {
      throw new IllegalStateException(
          from + ": imports " + name + " (expected: a name in the import map)");
    }
    return path;
  }

  private @Nullable String named(String name) {
    for (Map.Entry<String, Object> entry : imports) {
      String prefix = entry.getKey();
      if (prefix.endsWith("/") && name.startsWith(prefix)) {
        return entry.getValue() + name.substring(prefix.length());
      }
    }
    return imports.getString(name);
  }
}
