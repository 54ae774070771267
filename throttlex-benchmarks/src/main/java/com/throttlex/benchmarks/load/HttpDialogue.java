package com.throttlex.benchmarks.load;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests over HTTP/1.1, one after the other. */
final class HttpDialogue implements Dialogue {
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");

  private final byte[][] questions;
  private int next;

  HttpDialogue(byte[][] questions) {
    this.questions = questions;
  }

  /**
   * Returns the request that checks a user. A header has the user too, for servers that do not read
   * bodies.
   *
   * @param header one more header with the end of its line, or an empty text
   */
  static byte[] question(String user, String header) {
    String body = "{\"user\":\"" + user + "\",\"endpoint\":\"/api/v1/orders\",\"method\":\"POST\"}";
    String head =
        "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    String length = "Content-Length: " + body.length() + "\r\n";
    return (head + header + "X-User: " + user + "\r\n" + length + "\r\n" + body)
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the request of a browser for a page.
   *
   * @param header one more header with the end of its line, or an empty text
   */
  static byte[] page(String header) {
    String head =
        """
        GET /api/v1/orders/4711 HTTP/1.1
        Host: localhost
        User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0
        Accept: text/plain
        Accept-Language: en-US,en;q=0.5
        Accept-Encoding: gzip, deflate, br, zstd
        Referer: http://localhost/cart
        Connection: keep-alive
        Cookie: session=4a2f1c
        """
            .replace("\n", "\r\n");
    return (head + header + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void begin(ByteBuf out) {}

  @Override
  public void ask(ByteBuf out) {
    out.writeBytes(questions[next++ % questions.length]);
  }

  @Override
  public int answers(ByteBuf in, ByteBuf out) throws IOException {
    String text = in.toString(StandardCharsets.ISO_8859_1);
    int at = 0;
    int answers = 0;
    for (int end = end(text, at); end <= text.length(); end = end(text, at)) {
      at = end;
      answers++;
    }
    in.skipBytes(at);
    return answers;
  }

  /** Returns the end of the answer that starts there; beyond the text if it is not complete. */
  private static int end(String text, int start) throws IOException {
    int body = text.indexOf("\r\n\r\n", start) + 4;
    if (body < 4) {
      return Integer.MAX_VALUE;
    }
    if (!text.startsWith("HTTP/1.1 200", start)) {
      String line = text.substring(start, text.indexOf('\r', start));
      throw new IOException("answer: " + line + " (expected: HTTP/1.1 200)");
    }
    Matcher length = LENGTH.matcher(text).region(start, body);
    if (!length.find()) {
      throw new IOException("content-length: none (expected: a number)");
    }
    return body + Integer.parseInt(length.group(1));
  }
}
