package com.throttlex.tck.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection that uses the Redis protocol, one command at a time. */
final class Resp implements Closeable {
  private final Socket socket = new Socket();
  private final DataInputStream in;

  Resp(int port, Duration timeout) throws IOException {
    int millis = Math.toIntExact(timeout.toMillis());
    try {
      socket.setSoTimeout(millis);
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
      in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Returns the reply: a String, a Long, a List or null; an error is an IllegalStateException. */
  @Nullable Object call(String... words) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(("*" + words.length + "\r\n").getBytes(UTF_8));
    for (String word : words) {
      byte[] bytes = word.getBytes(UTF_8);
      out.write(("$" + bytes.length + "\r\n").getBytes(UTF_8));
      out.write(bytes);
      out.write('\r');
      out.write('\n');
    }
    socket.getOutputStream().write(out.toByteArray());
    return reply(words[0]);
  }

  private @Nullable Object reply(String command) throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case ':' -> Long.valueOf(rest);
      case '$' -> text(Integer.parseInt(rest));
      case '*' -> list(command, Integer.parseInt(rest));
      case '-' -> throw new IllegalStateException(command + ": " + rest + " (expected: no error)");
      default -> throw new IOException(command + ": " + line + " (expected: + - : $ or *)");
    };
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.readUnsignedByte(); c != '\r'; c = in.readUnsignedByte()) {
      line.write(c);
    }
    in.skipNBytes(1);
    if (line.size() == 0) {
      throw new EOFException("an empty line");
    }
    return line.toString(UTF_8);
  }

  private @Nullable String text(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    in.skipNBytes(2);
    return new String(bytes, UTF_8);
  }

  private @Nullable List<@Nullable Object> list(String command, int length) throws IOException {
    if (length < 0) {
      return null;
    }
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      list.add(reply(command));
    }
    return list;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
