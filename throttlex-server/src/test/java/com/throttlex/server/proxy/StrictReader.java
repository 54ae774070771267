package com.throttlex.server.proxy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

/**
 * An application that reads HTTP/1.1 by the letter of RFC 9112, records what breaks it, and answers
 * with what it read.
 */
final class StrictReader implements AutoCloseable {
  private static final Pattern LINE =
      Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+ /[!-\"$-~]* HTTP/1\\.1");
  private static final Pattern HEADER =
      Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+: ?[\\t -~\\x80-\\xff]*");
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,10}");
  private static final Pattern SIZE = Pattern.compile("[0-9a-fA-F]{1,8}");

  private final Queue<String> problems = new ConcurrentLinkedQueue<>();
  private final Queue<String> targets = new ConcurrentLinkedQueue<>();
  private final RawUpstream server;

  StrictReader() throws IOException {
    server = RawUpstream.start((self, connection) -> serve(connection));
  }

  private void serve(Socket connection) throws IOException {
    InputStream in = connection.getInputStream();
    while (true) {
      String first = line(in);
      Map<String, String> headers = headers(first, in);
      body(first, headers, in);
      String[] words = first.split(" ");
      targets.add(first);
      if (!headers.getOrDefault("via", "").endsWith(" throttlex")) {
        problems.add(first + ": not written by the proxy");
      }
      RawUpstream.write(connection, answer(words, headers));
    }
  }

  private static String answer(String[] words, Map<String, String> headers) {
    String path = words.length > 1 ? words[1] : "";
    return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Seen-Method: "
        + words[0]
        + "\r\nX-Seen-Path: "
        + path
        + shown(headers, "host")
        + shown(headers, "x-tenant")
        + shown(headers, "x-api-key")
        + shown(headers, "x-case")
        + "\r\n\r\n";
  }

  private static String shown(Map<String, String> headers, String name) {
    return headers.containsKey(name) ? "\r\nX-Seen-" + name + ": " + headers.get(name) : "";
  }

  private String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\r'; b = in.read()) {
      if (b < 0) {
        throw new EOFException();
      } else if (b == '\n') {
        problems.add(line + ": a bare LF");
      }
      line.append((char) b);
    }
    if (in.read() != '\n') {
      problems.add(line + ": a bare CR");
    }
    return line.toString();
  }

  private void check(Pattern expected, String text) {
    if (!expected.matcher(text).matches()) {
      problems.add(text + " (expected: " + expected + ")");
    }
  }

  private Map<String, String> headers(String first, InputStream in) throws IOException {
    check(LINE, first);
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      check(HEADER, line);
      int colon = line.indexOf(':');
      String name = colon < 0 ? line : line.substring(0, colon).toLowerCase(Locale.ROOT);
      String before = headers.put(name.replace('_', '-'), line.substring(colon + 1).strip());
      if (before != null && List.of("host", "x-tenant", "x-api-key").contains(name)) {
        problems.add(first + ": repeated " + line);
      }
    }
    if (!headers.containsKey("host")) {
      problems.add(first + ": no Host");
    }
    return headers;
  }

  private void body(String first, Map<String, String> headers, InputStream in) throws IOException {
    String length = headers.get("content-length");
    String coding = headers.get("transfer-encoding");
    if (length != null && coding != null) {
      problems.add(first + ": two framings");
    } else if (length != null) {
      check(LENGTH, length);
      in.readNBytes(Integer.parseInt(length));
    } else if (coding != null) {
      check(Pattern.compile("chunked"), coding);
      chunks(in);
    }
  }

  private void chunks(InputStream in) throws IOException {
    int size;
    do {
      String line = line(in);
      check(SIZE, line);
      size = Integer.parseInt(line, 16);
      in.readNBytes(size);
      if (size > 0 && !line(in).isEmpty()) {
        problems.add("chunk: longer than its size");
      }
    } while (size > 0);
    for (String trailer = line(in); !trailer.isEmpty(); trailer = line(in)) {
      problems.add(trailer + ": a trailer");
    }
  }

  /** Returns how requests broke the rules. */
  List<String> problems() {
    return new ArrayList<>(problems);
  }

  /** Returns the first lines of all requests so far. */
  List<String> lines() {
    return new ArrayList<>(targets);
  }

  String url() {
    return server.url();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
