package com.throttlex.server.proxy;

import java.util.List;
import java.util.Random;

/**
 * Random requests, of which many are ambiguous: unclear framing, hosts, paths and headers, and
 * bytes that are changed at random. In their bodies they hide further requests.
 */
final class RandomRequests {
  private static final List<String> METHODS =
      List.of(
          "GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "get", "Post", "TRACE", "X!", "G T");
  private static final List<String> SEGMENTS =
      List.of(
          "a",
          "admin",
          "ADMIN",
          "%61dmin",
          "adm%69n",
          "..",
          ".",
          "%2e%2e",
          "%2E",
          "",
          ";x",
          "..;x",
          "admin;p=1",
          "a%2fadmin",
          "%5c..",
          "\\",
          "%00",
          "%",
          "%zz",
          "%c3%a9",
          "\u00e9",
          "%252e",
          "a b",
          "*",
          "a%0d%0aX-Tenant:%20b",
          "admin%20",
          "a+b",
          "~",
          "admin.");
  private static final List<String> QUERIES =
      List.of("", "", "", "?q=/../admin", "?", "#a", "?a#b");
  private static final List<String> VERSIONS =
      List.of("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "http/1.1", "HTTP/1.1 ", "HTTP/01.1", "");
  private static final List<String> HOSTS =
      List.of(
          "Host: x",
          "Host: api.example",
          "Host: API.example:80",
          "Host: x\r\nHost: api.example",
          "Host:",
          "Host: api.example.",
          "Host: x, api.example",
          "Host: x@api.example",
          "Host : x",
          "Host: x\r\n api.example",
          "X-A: b",
          "Host: api.example:99999",
          "Host: x/admin",
          "Host:\tapi.example");
  private static final List<String> HEADERS =
      List.of(
          "X-Tenant: t",
          "X-Tenant: t\r\nX-Tenant: u",
          "X_Tenant: t",
          "x-tenant: T",
          "X-Tenant : t",
          "X-Tenant:",
          "X-Tenant: \u000bt",
          "X-Tenant: t\r",
          "X-API-Key: k",
          "X_API_Key: k",
          "X-API-Key: k\r\nX-Api-Key: l",
          "Connection: X-Tenant",
          "Connection: close, X-API-Key",
          "Connection: Host, Content-Length",
          "Connection: keep-alive",
          "Connection: Upgrade",
          "Upgrade: h2c",
          "Upgrade: websocket",
          "HTTP2-Settings: AAMAAABkAAQAAP__",
          "TE: trailers",
          "Expect: 100-continue",
          "Expect: x",
          "Trailer: X-Tenant",
          "X-Forwarded-Host: api.example",
          "X-Original-URL: /admin",
          "X-HTTP-Method-Override: POST",
          "Via: 1.1 other",
          "X-A: b\n c",
          "X-A: b\rX-Tenant: t",
          "X-A: b\nX-Tenant: t",
          "X-A: b\u0000c",
          "X(A: b",
          ": b",
          "abc",
          "Transfer-Encoding: identity",
          "Content-Length: 0",
          " X-Tenant: t",
          "\tX-A: b");
  private static final List<String> LENGTHS =
      List.of(
          "%d",
          "%d",
          "%d",
          "+%d",
          "0x%x",
          "%d, %d",
          "-%d",
          "%d\r\nContent-Length: %d",
          " %d ",
          "%d\r\nContent-Length: 0",
          "0%d");
  private static final List<String> CODINGS =
      List.of(
          "chunked",
          "chunked",
          "chunked",
          "Chunked",
          "xchunked",
          "chunked, identity",
          "\tchunked",
          "chunked\r\nTransfer-Encoding: identity",
          "gzip, chunked",
          "\"chunked\"",
          "chunked;q=1",
          "\u000bchunked",
          "\r\n chunked");
  private static final List<String> CHUNK_ENDS =
      List.of(
          "\r\n", "\r\n", "\r\n", "\n", ";a=b\r\n", ";\n\r\n", " \r\n", "\r", ";a=\"\r\n\"\r\n");
  private static final List<String> TRAILERS =
      List.of("", "", "", "X-Tenant: t\r\n", "Content-Length: 5\r\n", "abc\r\n", "X-A: b\n");
  private static final String BYTES = "\r\n\0 \t:;,/%\u000b\u000c\u007f\u0080\u00a0\u00ffa0";
  private static final int FEW = 12;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Random random;
  private final String id;

  /**
   * Creates requests that a seed chooses.
   *
   * @param id the value of {@code X-Case} in all of them
   */
  RandomRequests(long seed, String id) {
    random = new Random(seed * MIX); // near seeds begin alike
    this.id = id;
  }

  String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Returns the first of a list mostly, and otherwise any other. */
  private String mostlyFirst(List<String> of) {
    return random.nextInt(4) > 0 ? of.get(0) : one(of);
  }

  private boolean rarely() {
    return random.nextInt(FEW) == 0;
  }

  /** Returns the next request with all that follows it on the connection. */
  String next() {
    String text = head() + body();
    for (int i = 0; rarely() && i < 3; i++) {
      text = changed(text);
    }
    return text + hidden();
  }

  /** Returns a request that ends the connection; some body may have swallowed it. */
  private String hidden() {
    return "GET /admin/hidden HTTP/1.1\r\nHost: x\r\nX-Case: "
        + id
        + "\r\nConnection: close\r\n\r\n";
  }

  private String head() {
    StringBuilder head = new StringBuilder();
    head.append(random.nextBoolean() ? "POST" : one(METHODS)).append(' ');
    head.append(target()).append(' ').append(mostlyFirst(VERSIONS)).append(end());
    head.append(mostlyFirst(HOSTS)).append(end()).append("X-Case: ").append(id).append(end());
    for (int i = random.nextInt(3); i > 0; i--) {
      head.append(one(HEADERS)).append(end());
    }
    return head.toString();
  }

  private String end() {
    return random.nextInt(40) > 0 ? "\r\n" : one(List.of("\n", "\r", "\r\r\n", "\n\r"));
  }

  String target() {
    StringBuilder target = new StringBuilder(rarely() ? "http://api.example" : "");
    for (int i = random.nextInt(3); i >= 0; i--) {
      target.append('/').append(random.nextBoolean() ? "admin" : one(SEGMENTS));
    }
    return target + one(QUERIES);
  }

  private String body() {
    String body = random.nextBoolean() ? "ABC" : hidden();
    return switch (random.nextInt(4)) {
      case 0 -> "\r\n";
      case 1 -> length(body) + "\r\n" + body;
      case 2 -> coding() + "\r\n" + chunks(body);
      default -> rarely() ? length(body) + coding() + "\r\n" + chunks(body) : length("") + "\r\n";
    };
  }

  private String length(String body) {
    int length = rarely() ? random.nextInt(60) : body.length();
    return "Content-Length: " + one(LENGTHS).formatted(length, length) + "\r\n";
  }

  private String coding() {
    return "Transfer-Encoding: " + one(CODINGS) + "\r\n";
  }

  private String chunks(String body) {
    String size =
        rarely()
            ? one(List.of("0x3", "-1", "ffffffffffffffff", " 3", "3 ", "+3", "00003"))
            : Integer.toHexString(body.length());
    return size + one(CHUNK_ENDS) + body + "\r\n0" + one(CHUNK_ENDS) + one(TRAILERS) + "\r\n";
  }

  /** Returns a text in which one character is inserted, removed or replaced. */
  private String changed(String text) {
    int at = random.nextInt(text.length());
    String inserted =
        random.nextInt(3) == 0 ? "" : String.valueOf(BYTES.charAt(random.nextInt(BYTES.length())));
    return text.substring(0, at) + inserted + text.substring(at + random.nextInt(2));
  }

  /** Returns the headers of a random stream of HTTP/2, as names and values. */
  List<String[]> stream() {
    List<String[]> headers =
        RawHttp2.request(random.nextBoolean() ? "POST" : mostlyFirst(METHODS), target());
    headers.add(new String[] {"x-case", id});
    for (int i = random.nextInt(4); i > 0; i--) {
      String[] header = one(random.nextBoolean() ? HEADERS : HOSTS).split(":", 2);
      String name =
          random.nextInt(8) > 0 ? header[0].toLowerCase(java.util.Locale.ROOT) : header[0];
      headers.add(new String[] {name, header.length == 1 ? "" : header[1].strip()});
    }
    for (int i = 0; rarely() && i < 2; i++) {
      String[] header = headers.get(random.nextInt(headers.size()));
      int part = random.nextInt(2);
      header[part] = header[part].isEmpty() ? "\r\n" : changed(header[part]);
    }
    return headers;
  }
}
