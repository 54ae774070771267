package com.throttlex.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A connection on which a client may send whatever it likes. */
public final class RawHttp implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;
  private final InputStream in;

  public RawHttp(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  private RawHttp(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Connects from an address of this host, such as 127.0.0.2. */
  public static RawHttp from(String address, int port) throws IOException {
    InetAddress source = InetAddress.getByName(address);
    return new RawHttp(new Socket(InetAddress.getLoopbackAddress(), port, source, 0));
  }

  /** An answer; its status is 0 when the connection was closed without one. */
  public record Answer(int status, Map<String, String> headers, String body) {}

  public RawHttp send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public RawHttp send(byte[] bytes) throws IOException {
    try {
      socket.getOutputStream().write(bytes);
    } catch (SocketException closed) {
      // The server may close as soon as it has seen enough; its answer is still to be read.
    }
    return this;
  }

  public RawHttp post(String path, String body) throws IOException {
    int length = body.getBytes(StandardCharsets.ISO_8859_1).length;
    return send(
        "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\n\r\n" + body);
  }

  /** Ends the output. */
  public RawHttp endOutput() throws IOException {
    try {
      socket.shutdownOutput();
    } catch (SocketException closed) {
      // as above
    }
    return this;
  }

  public InputStream in() {
    return in;
  }

  /** Sets how long to wait for bytes. */
  public RawHttp patience(int millis) throws IOException {
    socket.setSoTimeout(millis);
    return this;
  }

  public Answer answer() throws IOException {
    return answer(headers -> true);
  }

  /** Reads an answer; its body is read only if its headers say that there is one. */
  public Answer answer(Predicate<Map<String, String>> hasBody) throws IOException {
    String line = line();
    if (line.isEmpty()) {
      return new Answer(0, Map.of(), "");
    }
    int status = status(line);
    Map<String, String> headers = new TreeMap<>();
    for (String header = line(); !header.isEmpty(); header = line()) {
      int colon = header.indexOf(':');
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    int length =
        hasBody.test(headers) ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
    return new Answer(status, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  private static int status(String line) {
    int start = line.indexOf(' ') + 1;
    return Integer.parseInt(line.substring(start, start + 3));
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = next(); b >= 0 && b != '\n'; b = next()) {
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  private int next() throws IOException {
    try {
      return in.read();
    } catch (SocketException reset) {
      return -1;
    }
  }

  /** Waits until the server closes; returns whether it did. */
  public boolean isClosed() throws IOException {
    return next() < 0;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
