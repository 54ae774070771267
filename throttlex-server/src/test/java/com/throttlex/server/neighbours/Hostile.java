package com.throttlex.server.neighbours;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A client that sends invalid input. It opens one connection after the other. Each sends a few
 * valid pieces of the protocol with noise between them, and ends at a random place.
 */
final class Hostile implements Neighbour {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int PATIENCE_MILLIS = 20;
  private static final int MOST_PIECES = 30;

  private final int port;
  private final byte[] greeting;
  private final Function<SplittableRandom, byte[]> pieces;
  private final SplittableRandom random;

  private Hostile(
      int port,
      byte[] greeting,
      Function<SplittableRandom, byte[]> pieces,
      SplittableRandom random) {
    this.port = port;
    this.greeting = greeting;
    this.pieces = pieces;
    this.random = random;
  }

  static Opening resp(int port) {
    return random -> new Hostile(port, new byte[0], Hostile::command, random);
  }

  static Opening http1(int port) {
    return random -> new Hostile(port, new byte[0], Hostile::request, random);
  }

  static Opening http2(int port) {
    return random -> new Hostile(port, preface(), Hostile::frame, random);
  }

  static Opening grpc(int port) {
    return random -> new Hostile(port, preface(), Hostile::call, random);
  }

  @Override
  public void next() throws IOException {
    try (Socket socket = new Socket(LOOPBACK, port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(attack());
      if (random.nextBoolean()) {
        drain(socket.getInputStream());
      }
    } catch (IOException e) {
      // The service closes hostile connections, as it should.
    }
  }

  private byte[] attack() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(greeting);
    int count = 1 + random.nextInt(MOST_PIECES);
    for (int i = 0; i < count; i++) {
      byte[] piece = pieces.apply(random);
      if (random.nextInt(8) == 0) {
        piece[random.nextInt(piece.length)] ^= (byte) (1 << random.nextInt(8));
      }
      all.write(piece, 0, random.nextInt(20) == 0 ? random.nextInt(piece.length) : piece.length);
    }
    return all.toByteArray();
  }

  private static void drain(InputStream in) throws IOException {
    byte[] some = new byte[8192];
    try {
      for (int read = in.read(some); read >= 0; read = in.read(some)) {}
    } catch (SocketTimeoutException e) {
      // nothing more to read
    }
  }

  private static byte[] command(SplittableRandom random) {
    String name = "a".repeat(32) + "@1";
    String large = "x".repeat(1 + random.nextInt(60_000));
    return switch (random.nextInt(14)) {
      case 0 -> resp("ECHO", "INJECTED");
      case 1 -> resp("ECHO", large);
      case 2 -> resp("TX.SETTLE", name + "-1".repeat(1 + random.nextInt(3_500)), "0");
      case 3 -> resp("TX.SETTLE", "@".repeat(1 + random.nextInt(1_024)), "0");
      case 4 -> resp("TX.CHECK", "USER", large, "ENDPOINT", "/" + large, "RESERVE");
      case 5 -> resp("CL.THROTTLE", "hostile" + random.nextInt(9), "1", "1", "60", "1");
      case 6 -> resp("TX.CHECK", "ENDPOINT", "/%2e%2e/" + "a/".repeat(300), "USER", "\ud800");
      case 7 -> bytes("*" + random.nextInt(300) + "\r\n$" + random.nextInt(70_000) + "\r\n");
      case 8 -> bytes("PING " + "'\"".repeat(random.nextInt(40)) + "\r\n");
      case 9 -> bytes("HELLO 2 AUTH a b SETNAME " + large + "\r\n");
      case 10 -> resp("COMMAND", "DOCS");
      case 11 -> bytes("GET / HTTP/1.1\r\n");
      case 12 -> noise(random);
      default -> resp("TX.CHECK", "USER", "hostile", "ATTR", "a", large, "COST", "99999999999");
    };
  }

  private static byte[] resp(String... words) {
    StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      int length = word.getBytes(StandardCharsets.UTF_8).length;
      text.append('$').append(length).append("\r\n").append(word).append("\r\n");
    }
    return bytes(text.toString());
  }

  private static byte[] request(SplittableRandom random) {
    String body = body(random);
    String length = "Content-Length: " + body.length() + "\r\n";
    String head = "POST /api/v1/check HTTP/1.1\r\nHost: h\r\n";
    return switch (random.nextInt(12)) {
      case 0 -> bytes(head + length + "\r\n" + body);
      case 1 -> bytes(head + length + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + body);
      case 2 -> bytes(head + length + length + "\r\n" + body);
      case 3 -> bytes(head + "Transfer-Encoding: chunked\r\n\r\nfff\r\n" + body);
      case 4 -> bytes(head + "Content-Length: -1\r\n\r\n" + body);
      case 5 ->
          bytes(
              head + "X: " + "y".repeat(random.nextInt(20_000)) + "\r\n" + length + "\r\n" + body);
      case 6 -> bytes("GET /" + "%2e%2e/".repeat(random.nextInt(50)) + " HTTP/1.1\r\n\r\n");
      case 7 -> bytes("OPTIONS * HTTP/1.1\r\nOrigin: null\r\n\r\n");
      case 8 -> bytes("GET /api/v1/authorize HTTP/1.1\r\nX-Forwarded-For: ,,,\r\n\r\n");
      case 9 -> bytes("POST /api/v1/settle HTTP/1.1\r\nHost: h\r\n" + length + "\r\n" + body);
      case 10 -> noise(random);
      default -> bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    };
  }

  private static String body(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> "{\"user\":\"hostile\",\"cost\":" + random.nextLong() + "}";
      case 1 -> "[".repeat(random.nextInt(20_000));
      case 2 ->
          "{\"reservation\":\"" + "a@1" + "-1".repeat(random.nextInt(3_000)) + "\",\"cost\":0}";
      case 3 -> "{\"attributes\":{\"a\":".repeat(random.nextInt(2_000));
      case 4 -> "\"" + "\\ud800".repeat(random.nextInt(200)) + "\"";
      default -> "{\"user\":\"hostile\",\"reserve\":true,\"endpoint\":\"/good\"}";
    };
  }

  /** The beginning of an HTTP/2 connection, with empty settings. */
  private static byte[] preface() {
    ByteArrayOutputStream preface = new ByteArrayOutputStream();
    preface.writeBytes(bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    preface.writeBytes(frame(4, 0, 0, new byte[0]));
    return preface.toByteArray();
  }

  private static byte[] frame(SplittableRandom random) {
    int stream = 2 * random.nextInt(20) + 1;
    return switch (random.nextInt(6)) {
      case 0 -> frame(random.nextInt(12), random.nextInt(256), stream, noise(random));
      case 1 -> frame(1, 4 | random.nextInt(2), stream, head("/api/v1/check", "application/json"));
      case 2 -> frame(3, 0, stream, new byte[4]);
      case 3 -> frame(0, random.nextInt(2), stream, bytes(body(random)));
      case 4 -> frame(8, 0, random.nextInt(2) * stream, new byte[] {0x7f, -1, -1, -1});
      default -> frame(6, 0, 0, new byte[8]);
    };
  }

  private static byte[] call(SplittableRandom random) {
    int stream = 2 * random.nextInt(20) + 1;
    String method =
        switch (random.nextInt(4)) {
          case 0 -> "/throttlex.v1.RateLimiter/Settle";
          case 1 -> "/throttlex.v1.RateLimiter/CheckRateLimits";
          case 2 -> "/envoy.service.ratelimit.v3.RateLimitService/ShouldRateLimit";
          default -> "/throttlex.v1.RateLimiter/CheckRateLimit";
        };
    ByteArrayOutputStream call = new ByteArrayOutputStream();
    call.writeBytes(frame(1, 4, stream, head(method, "application/grpc")));
    byte[] message = random.nextBoolean() ? noise(random) : text(body(random));
    ByteBuffer framed = ByteBuffer.allocate(5 + message.length);
    framed.put((byte) (random.nextInt(10) == 0 ? 1 : 0));
    framed.putInt(random.nextInt(10) == 0 ? random.nextInt() : message.length).put(message);
    call.writeBytes(frame(0, random.nextInt(2), stream, framed.array()));
    return call.toByteArray();
  }

  /** A text as field 1 of a message. */
  private static byte[] text(String text) {
    byte[] value = bytes(text.length() > 16_000 ? text.substring(0, 16_000) : text);
    ByteBuffer field = ByteBuffer.allocate(4 + value.length);
    field.put((byte) 10).put((byte) ((value.length & 0x7f) | 0x80));
    field.put((byte) ((value.length >> 7 & 0x7f) | 0x80)).put((byte) (value.length >> 14));
    return field.put(value).array();
  }

  /** The headers of a POST: literals without indexing or Huffman codes. */
  private static byte[] head(String path, String type) {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    String[][] headers = {
      {":method", "POST"},
      {":scheme", "http"},
      {":path", path},
      {":authority", "h"},
      {"content-type", type},
      {"te", "trailers"}
    };
    for (String[] header : headers) {
      head.write(0);
      for (String part : header) {
        head.write(part.length());
        head.writeBytes(bytes(part));
      }
    }
    return head.toByteArray();
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    int length = Math.min(payload.length, 16_384);
    ByteBuffer frame = ByteBuffer.allocate(9 + length);
    frame.put((byte) (length >> 16)).putShort((short) length).put((byte) type).put((byte) flags);
    return frame.putInt(stream).put(payload, 0, length).array();
  }

  private static byte[] noise(SplittableRandom random) {
    byte[] noise = new byte[1 + random.nextInt(200)];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {}
}
