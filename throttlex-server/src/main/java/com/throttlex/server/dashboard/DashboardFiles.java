package com.throttlex.server.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The page and the files of the dashboard, ready to be sent.
 *
 * <p>The files are below a path with a digest of all of them, so that a browser can keep them for
 * ever. The page names this path, and the digest of each file.
 */
final class DashboardFiles {
  /** Files are below this path. */
  static final String ASSETS = "/assets/";

  private static final String PAGE = "index.html";
  private static final String IMPORTS = "importmap.json";
  private static final String[] FIRST_MODULES = {"js/app.js", "js/pages/overview.js"};
  private static final Pattern INTEGRITY = Pattern.compile("\\{\\{integrity:([^}]+)}}");

  private static final Map<String, String> TYPES =
      Map.of(
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "html", "text/html; charset=utf-8",
          "", "text/plain; charset=utf-8");

  private final Map<String, SentFile> files = new HashMap<>();
  private final String policy;
  private final String tag;

  private DashboardFiles(SortedMap<String, byte[]> contents) {
    byte[] page = contents.remove(PAGE);
    byte[] imports = contents.remove(IMPORTS);
    if (page == null || imports == null) {
      throw new IllegalStateException("dashboard: incomplete (expected: its files in the jar)");
    }
    String digest = digest(contents, page, imports);
    tag = "\"" + digest + "\"";
    String base = ASSETS + digest + "/";
    contents.forEach((path, bytes) -> files.put(base + path, new SentFile(type(path), bytes)));
    JsonObject names = new JsonObject(new String(imports, UTF_8));
    String map = importMap(base, contents, names);
    String preloads = preloads(base, contents, names);
    files.put("/", new SentFile(type(PAGE), page(page, base, map, preloads, contents)));
    policy = policy("'sha256-" + base64(sha("SHA-256").digest(map.getBytes(UTF_8))) + "'");
  }

  /** Reads the files of the jar. */
  static DashboardFiles read() throws IOException {
    return new DashboardFiles(JarFolder.read("com/throttlex/dashboard/web/"));
  }

  private static String type(String path) {
    int dot = path.lastIndexOf('.');
    String type = TYPES.get(dot < 0 ? "" : path.substring(dot + 1));
    if (type == null) {
      throw new IllegalStateException(path + ": unknown type (expected: " + TYPES.keySet() + ")");
    }
    return type;
  }

  private static String digest(SortedMap<String, byte[]> contents, byte[] page, byte[] imports) {
    MessageDigest sha = sha("SHA-256");
    contents.forEach(
        (path, bytes) -> {
          sha.update((path + "\n" + bytes.length + "\n").getBytes(UTF_8));
          sha.update(bytes);
        });
    sha.update(page);
    byte[] all = sha.digest(imports);
    return HexFormat.of().formatHex(all, 0, 8);
  }

  /** Returns the import map, with the digest of each module. */
  private static String importMap(
      String base, SortedMap<String, byte[]> contents, JsonObject imports) {
    JsonObject addresses = new JsonObject();
    imports.forEach(entry -> addresses.put(entry.getKey(), base + entry.getValue()));
    JsonObject integrity = new JsonObject();
    contents.forEach(
        (path, bytes) -> {
          if (path.endsWith(".js")) {
            integrity.put(base + path, integrity(bytes));
          }
        });
    return new JsonObject().put("imports", addresses).put("integrity", integrity).encode();
  }

  /** Names the modules of the first page. */
  private static String preloads(
      String base, SortedMap<String, byte[]> contents, JsonObject imports) {
    return new ModuleGraph(contents, imports)
        .closure(FIRST_MODULES).stream()
            .map(path -> preload(base + path, integrity(contents.get(path))))
            .collect(Collectors.joining("\n    "));
  }

  private static String preload(String address, String integrity) {
    return "<link rel=\"modulepreload\" href=\"" + address + "\" integrity=\"" + integrity + "\">";
  }

  private static byte[] page(
      byte[] template,
      String base,
      String map,
      String preloads,
      SortedMap<String, byte[]> contents) {
    String page =
        new String(template, UTF_8)
            .replace("{{assets}}/", base)
            .replace("{{importmap}}", map)
            .replace("{{preloads}}", preloads);
    return INTEGRITY
        .matcher(page)
        .replaceAll(found -> integrity(contents.get(found.group(1))))
        .getBytes(UTF_8);
  }

  private static String integrity(byte @Nullable [] content) {
    if (content == null) {
      throw new IllegalStateException("dashboard: " + PAGE + " names a file that does not exist");
    }
    return "sha384-" + base64(sha("SHA-384").digest(content));
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static MessageDigest sha(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String policy(String importMap) {
    return String.join(
        "; ",
        "default-src 'none'",
        "script-src 'self' " + importMap,
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html");
  }

  /** Returns the file of a path, exactly as it is spelled, or null. */
  @Nullable SentFile file(String path) {
    return files.get(path);
  }

  /** Returns all files by path. */
  Map<String, SentFile> all() {
    return Map.copyOf(files);
  }

  /** Returns the Content-Security-Policy of the page. */
  String policy() {
    return policy;
  }

  /** Returns the entity tag of every file; it changes when any file changes. */
  String tag() {
    return tag;
  }
}
