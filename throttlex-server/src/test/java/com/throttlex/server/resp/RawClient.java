package com.throttlex.server.resp;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that sends any bytes and reads replies: numbers, texts, lists, null; errors as texts.
 */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  RawClient(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  RawClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  RawClient send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
    return this;
  }

  RawClient send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a command and reads its reply. */
  Object ask(String... words) throws IOException {
    return send(command(words)).reply();
  }

  static String command(String... words) {
    StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      int length = word.getBytes(StandardCharsets.UTF_8).length;
      text.append('$').append(length).append("\r\n").append(word).append("\r\n");
    }
    return text.toString();
  }

  Object reply() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case '-' -> line;
      case ':' -> Long.parseLong(rest);
      case '$' -> bulk(Integer.parseInt(rest));
      case '*' -> list(Integer.parseInt(rest));
      default -> throw new IOException("not a reply: " + line);
    };
  }

  private String bulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] value = in.readNBytes(length + 2);
    return new String(value, 0, length, StandardCharsets.UTF_8);
  }

  private List<Object> list(int count) throws IOException {
    if (count < 0) {
      return null;
    }
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      list.add(reply());
    }
    return list;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\r'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("after \"" + line + "\"");
      }
      line.append((char) b);
    }
    in.read();
    return line.toString();
  }

  /** Returns whether the server has closed the connection without further output. */
  boolean atEnd() throws IOException {
    return in.read() < 0;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
