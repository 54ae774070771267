package com.throttlex.server.gateways;

import com.throttlex.server.RawHttp;
import java.io.IOException;
import java.util.List;

/**
 * A client of a running gateway.
 *
 * @param address the address of this host that it connects from
 * @param headers the lines that it sends with every request
 */
record Visitor(String address, List<String> headers) {
  static Visitor at(String address, String... headers) {
    return new Visitor(address, List.of(headers));
  }

  /** Returns a client with forged headers, which a gateway must not trust. */
  static Visitor lying(String address, int number) {
    return at(
        address,
        "X-Forwarded-For: 203.0.113.1" + number,
        "Forwarded: for=203.0.113.1" + number,
        "X-Forwarded-Uri: /free",
        "X-Original-URI: /free",
        "X-Forwarded-Method: TRACE",
        "X-Idempotency-Key: always-the-same");
  }

  RawHttp.Answer get(int port, String path) throws IOException {
    return send(port, "GET " + path, "");
  }

  RawHttp.Answer post(int port, String path, String body) throws IOException {
    return send(port, "POST " + path, body);
  }

  private RawHttp.Answer send(int port, String request, String body) throws IOException {
    StringBuilder text = new StringBuilder(request + " HTTP/1.1\r\nConnection: close\r\n");
    text.append("Host: 127.0.0.1:").append(port).append("\r\n");
    headers.forEach(header -> text.append(header).append("\r\n"));
    if (!body.isEmpty()) {
      text.append("Content-Length: ").append(body.length()).append("\r\n");
    }
    try (RawHttp raw = RawHttp.from(address, port)) {
      return raw.send(text + "\r\n" + body).answer();
    }
  }
}
