package com.throttlex.server.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of the dashboard as the admin port sends them. */
class DashboardPagesTest {
  private static final int MOST_BYTES = 150_000;
  private static final Pattern IMPORT_MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);
  private static final Pattern NAMED =
      Pattern.compile("(?:src|href)=\"([^\"#]+)\"(?: integrity=\"([^\"]+)\")?");

  @TempDir static Path folder;
  private static RunningServer server;
  private static String page;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.startWithoutRules(folder);
    page = text(get("/"));
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static HttpResponse<byte[]> send(String method, String path, String... headers) {
    try {
      HttpRequest.Builder request = RunningServer.request(server.adminPort(), path, headers);
      return server
          .client()
          .send(
              request.method(method, HttpRequest.BodyPublishers.noBody()).build(),
              HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static HttpResponse<byte[]> get(String path, String... headers) {
    return send("GET", path, headers);
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), UTF_8);
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  private static String digest(String algorithm, byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance(algorithm).digest(content);
      return algorithm.toLowerCase(Locale.ROOT).replace("-", "")
          + "-"
          + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static String importMap() {
    return IMPORT_MAP
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .findFirst()
        .orElseThrow();
  }

  /** The addresses in the page, with their digests. */
  private static Map<String, String> named() {
    Map<String, String> named = new TreeMap<>();
    for (MatchResult found : NAMED.matcher(page).results().toList()) {
      named.put(found.group(1), String.valueOf(found.group(2)));
    }
    return named;
  }

  private static String script() {
    return named().keySet().stream()
        .filter(path -> path.endsWith("/js/app.js"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void page_withoutACredential_hasAStrictPolicy() {
    HttpResponse<byte[]> answer = get("/");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(header(answer, "Cache-Control")).isEqualTo("no-cache");
    assertThat(header(answer, "Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self' '"
                + digest("SHA-256", importMap().getBytes(UTF_8))
                + "'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none';"
                + " form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script';"
                + " trusted-types lit-html");
    assertThat(page).doesNotContain("{{", "http:", "https:", "\"//");
    for (HttpResponse<byte[]> one : List.of(answer, get(script()), get("/assets/none"))) {
      assertThat(header(one, "X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(header(one, "Referrer-Policy")).isEqualTo("no-referrer");
      assertThat(header(one, "Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
      assertThat(header(one, "Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
    }
  }

  @Test
  void everyFileThatThePageNames_isServedForEverAndHasItsDigest() {
    Map<String, String> digests = new TreeMap<>(named());
    JsonObject map = new JsonObject(importMap());
    map.getJsonObject("integrity").forEach(e -> digests.put(e.getKey(), (String) e.getValue()));
    assertThat(digests).hasSizeGreaterThan(40);
    digests.forEach(
        (path, integrity) -> {
          HttpResponse<byte[]> file = get(path);
          assertThat(file.statusCode()).as(path).isEqualTo(200);
          assertThat(header(file, "Cache-Control"))
              .as(path)
              .isEqualTo("public, max-age=31536000, immutable");
          if (!path.endsWith(".svg")) {
            assertThat(digest("SHA-384", file.body())).as(path).isEqualTo(integrity);
          }
        });
    for (Map.Entry<String, Object> entry : map.getJsonObject("imports")) {
      String address = (String) entry.getValue();
      assertThat(address.endsWith("/") ? digests.keySet() : List.of(address))
          .as(entry.getKey())
          .anyMatch(path -> path.startsWith(address) && digests.containsKey(path));
    }
  }

  @Test
  void page_thatTheBrowserHas_isNotSentAgain() {
    String tag = header(get("/"), "ETag");
    for (String had : new String[] {tag, tag.replace("W/", ""), "\"x\", " + tag, "*"}) {
      HttpResponse<byte[]> answer = get("/", "If-None-Match", had);
      assertThat(answer.statusCode()).as(had).isEqualTo(304);
      assertThat(answer.body()).isEmpty();
      assertThat(header(answer, "ETag")).isEqualTo(tag);
    }
    assertThat(get("/", "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
  }

  @Test
  void file_isCompressedForThoseWhoAcceptIt() throws IOException {
    byte[] plain = get(script()).body();
    for (String accepted :
        new String[] {
          "gzip", "br, GZIP ; q=0.5", "*", "gzip;q=1.0, *;q=0", "x,".repeat(5000) + "gzip"
        }) {
      HttpResponse<byte[]> answer = get(script(), "Accept-Encoding", accepted);
      assertThat(header(answer, "Content-Encoding")).as(accepted).isEqualTo("gzip");
      assertThat(header(answer, "Vary")).isEqualToIgnoringCase("Accept-Encoding");
      assertThat(answer.body().length).isLessThan(plain.length);
      byte[] unpacked = new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes();
      assertThat(unpacked).isEqualTo(plain);
    }
    for (String accepted :
        new String[] {
          "", "br", "identity", "gzip;q=0", "gzip; q=0.00, *", "*;q=0", ",;;,", "gzipp"
        }) {
      HttpResponse<byte[]> answer = get(script(), "Accept-Encoding", accepted);
      assertThat(header(answer, "Content-Encoding")).as(accepted).isEmpty();
      assertThat(header(answer, "Vary")).isEqualToIgnoringCase("Accept-Encoding");
      assertThat(answer.body()).isEqualTo(plain);
    }
  }

  @Test
  void head_hasTheLengthAndNoBody() {
    for (String path : List.of("/", script())) {
      HttpResponse<byte[]> head = send("HEAD", path);
      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(head.body()).isEmpty();
      assertThat(header(head, "Content-Length")).isEqualTo("" + get(path).body().length);
    }
  }

  @Test
  void pathThatIsNoFile_inWhateverSpelling_isNotFound() throws IOException {
    String base = script().substring(0, script().length() - "js/app.js".length());
    List<String> paths = new ArrayList<>();
    for (String rest :
        List.of(
            "",
            "js",
            "js/",
            "none.js",
            "index.html",
            "importmap.json",
            "js/app.js/",
            "js//app.js",
            "/js/app.js",
            "js/APP.js",
            "js/app%2ejs",
            "js/%61pp.js",
            "js%2fapp.js",
            "js\\app.js",
            "js/./app.js",
            "js/../js/app.js",
            "js/%2e%2e/js/app.js",
            "../../throttlex.css",
            "..%2f..%2fthrottlex.css",
            "js/app.js%00",
            "js/app.js;x",
            "META-INF/MANIFEST.MF")) {
      paths.add(base + rest);
    }
    paths.addAll(List.of("/assets/", "/assets/..", "/assets/../", "/assets/../../etc/passwd"));
    for (String path : paths) {
      try (RawHttp raw = new RawHttp(server.adminPort())) {
        raw.send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(raw.answer().status()).as(path).isEqualTo(404);
      }
    }
  }

  @Test
  void otherPathsAndMethods_areThoseOfTheAdminPlane() {
    assertThat(send("POST", "/").statusCode()).isEqualTo(401);
    assertThat(send("DELETE", script()).statusCode()).isEqualTo(401);
    assertThat(get("/index.html").statusCode()).isEqualTo(401);
    assertThat(get("/api/v1/rules").statusCode()).isEqualTo(401);
  }

  @Test
  void allFiles_compressed_areSmall() throws IOException {
    int bytes = 0;
    for (SentFile file : DashboardFiles.read().all().values()) {
      bytes += file.content(true).length();
    }
    assertThat(bytes).isLessThan(MOST_BYTES);
  }
}
