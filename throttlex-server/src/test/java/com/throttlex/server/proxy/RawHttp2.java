package com.throttlex.server.proxy;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A connection of HTTP/2 on which a client may send whatever it likes. */
final class RawHttp2 implements AutoCloseable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RESET = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GO_AWAY = 7;
  static final int CONTINUATION = 9;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  /** The first byte of an answer's headers, from HPACK's static table. */
  static final int STATUS_200 = 0x88;

  static final int STATUS_400 = 0x8c;

  private static final int PREFACE_BYTES = 24;
  private static final int PRIORITY = 0x20;
  private static final int PRIORITY_BYTES = 5;
  private static final int FRAME_BYTES = 1 << 14;
  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;
  private final DataInputStream in;

  /** A frame as it was read. */
  record Frame(int type, int flags, int stream, Buffer payload) {
    /** Returns the first byte of the headers in a frame that has some. */
    int firstHeader() {
      return payload.getUnsignedByte((flags & PRIORITY) == 0 ? 0 : PRIORITY_BYTES);
    }
  }

  private RawHttp2(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
  }

  /** Connects to a server, and sends the preface and empty settings. */
  static RawHttp2 connect(int port) throws IOException {
    RawHttp2 client = new RawHttp2(new Socket(InetAddress.getLoopbackAddress(), port));
    client.out().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    client.frame(SETTINGS, 0, 0, new byte[0]);
    return client;
  }

  /** Takes the connection of a client, of which nothing was read; sends empty settings. */
  static RawHttp2 accept(Socket connection) throws IOException {
    RawHttp2 server = new RawHttp2(connection);
    server.in.readNBytes(PREFACE_BYTES);
    server.frame(SETTINGS, 0, 0, new byte[0]);
    return server;
  }

  private OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  /** Returns headers as HPACK literals, from names and values in turn. */
  static byte[] block(List<String[]> headers) throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (String[] header : headers) {
      block.write(0); // a literal without indexing
      for (String part : header) {
        byte[] bytes = part.getBytes(StandardCharsets.ISO_8859_1);
        length(bytes.length, block);
        block.write(bytes);
      }
    }
    return block.toByteArray();
  }

  /** Writes a length as an integer with a prefix of seven bits. */
  private static void length(int length, ByteArrayOutputStream to) {
    if (length < 0x7f) {
      to.write(length);
      return;
    }
    to.write(0x7f);
    int rest = length - 0x7f;
    for (; rest >= 0x80; rest >>= 7) {
      to.write(0x80 | (rest & 0x7f));
    }
    to.write(rest);
  }

  /** Returns the headers of a request; more headers follow as names and values in turn. */
  static List<String[]> request(String method, String path, String... more) {
    List<String[]> headers = new ArrayList<>();
    headers.add(new String[] {":method", method});
    headers.add(new String[] {":scheme", "http"});
    headers.add(new String[] {":authority", "x"});
    headers.add(new String[] {":path", path});
    for (int i = 0; i < more.length; i += 2) {
      headers.add(new String[] {more[i], more[i + 1]});
    }
    return headers;
  }

  void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(new byte[] {0, (byte) (payload.length >> 8), (byte) payload.length});
    frame.write(new byte[] {(byte) type, (byte) flags});
    frame.write(new byte[] {0, (byte) (stream >> 16), (byte) (stream >> 8), (byte) stream});
    frame.write(payload);
    out().write(frame.toByteArray());
  }

  /** Sends headers in as many frames as they need. */
  void headers(int stream, List<String[]> headers, boolean end) throws IOException {
    byte[] block = block(headers);
    int type = HEADERS;
    int at = 0;
    do {
      int size = Math.min(FRAME_BYTES, block.length - at);
      byte[] part = java.util.Arrays.copyOfRange(block, at, at + size);
      at += size;
      int flags = at == block.length ? END_HEADERS : 0;
      frame(type, type == HEADERS && end ? flags | END_STREAM : flags, stream, part);
      type = CONTINUATION;
    } while (at < block.length);
  }

  /** Sends a body and ends the stream. */
  void body(int stream, String body) throws IOException {
    frame(DATA, END_STREAM, stream, body.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Returns the next frame, or null if the connection ends. */
  Frame next() throws IOException {
    try {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      return new Frame(type, flags, stream, Buffer.buffer(in.readNBytes(length)));
    } catch (EOFException | SocketException ended) {
      return null;
    }
  }

  /** Reads frames up to one of a type. */
  void until(int type) throws IOException {
    Frame frame = next();
    while (frame == null || frame.type() != type) {
      if (frame == null) {
        throw new EOFException("the connection ended (expected: a frame of type " + type + ")");
      }
      frame = next();
    }
  }

  /** Returns the next frame with headers; null if the stream or the connection is ended. */
  Frame nextHeaders() throws IOException {
    Frame frame = next();
    while (frame != null && frame.type() != HEADERS) {
      frame = frame.type() == RESET || frame.type() == GO_AWAY ? null : next();
    }
    return frame;
  }

  /** Returns the first byte of the next answer's headers; 0 if there is none. */
  int answer() throws IOException {
    Frame frame = nextHeaders();
    return frame == null ? 0 : frame.firstHeader();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
