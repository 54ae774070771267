package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests clients that send too much, too slowly or too often, beside a normal one. */
class RoughClientsTest {
  private static final int IDLE = 2000;
  private static final int RESETS = 20_000;

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, DoorRules.TEXT);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @AfterEach
  void otherClientsAreServed() {
    assertThat(server.check("{}").status()).isEqualTo(200);
  }

  @Test
  void headers_thatAreTooLong_areRefused() throws IOException {
    try (RawHttp raw = server.raw()) {
      raw.send(
          "GET /healthcheck HTTP/1.1\r\nHost: x\r\nX-Long: " + "a".repeat(20_000) + "\r\n\r\n");
      assertThat(raw.answer().status()).isEqualTo(431);
      assertThat(raw.isClosed()).isTrue();
    }
  }

  @Test
  void headers_thatAreTooMany_areRefused() throws IOException {
    try (RawHttp raw = server.raw()) {
      raw.send("GET /healthcheck HTTP/1.1\r\nHost: x\r\n" + "X-Many: 1\r\n".repeat(5_000) + "\r\n");
      assertThat(raw.answer().status()).isEqualTo(431);
      assertThat(raw.isClosed()).isTrue();
    }
  }

  @Test
  void requestLine_thatIsTooLong_isRefused() throws IOException {
    try (RawHttp raw = server.raw()) {
      raw.send("GET /" + "a".repeat(10_000) + " HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(raw.answer().status()).isEqualTo(414);
      assertThat(raw.isClosed()).isTrue();
    }
  }

  @Test
  void idleConnections_doNotBlockOtherClients() throws IOException {
    List<RawHttp> idle = new ArrayList<>();
    try {
      for (int i = 0; i < IDLE; i++) {
        RawHttp raw = server.raw();
        idle.add(raw);
        raw.send(i % 2 == 0 ? "" : "POST /api/v1/check HTTP/1.1\r\nHost: x\r\nContent-Len");
      }
      for (int i = 0; i < 20; i++) {
        try (RawHttp good = server.raw()) {
          assertThat(good.post("/api/v1/check", "{}").answer().status()).isEqualTo(200);
        }
      }
    } finally {
      for (RawHttp raw : idle) {
        raw.close();
      }
    }
  }

  private static void frame(
      ByteArrayOutputStream to, int type, int flags, int stream, byte[] load) {
    int[] head = {
      load.length >> 16,
      load.length >> 8,
      load.length,
      type,
      flags,
      stream >> 24,
      stream >> 16,
      stream >> 8,
      stream
    };
    for (int b : head) {
      to.write(b);
    }
    to.writeBytes(load);
  }

  /** GET / of any authority, in indexed fields of HPACK. */
  private static final byte[] HEADERS = {(byte) 0x82, (byte) 0x86, (byte) 0x84, 0x41, 1, 'x'};

  private static final byte[] CANCEL = {0, 0, 0, 8};

  @Test
  void streams_resetAtOnceInAFlood_endTheConnection() throws IOException {
    ByteArrayOutputStream flood = new ByteArrayOutputStream();
    flood.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    frame(flood, 4, 0, 0, new byte[0]);
    for (int i = 0; i < RESETS; i++) {
      frame(flood, 1, 5, 2 * i + 1, HEADERS);
      frame(flood, 3, 0, 2 * i + 1, CANCEL);
    }
    try (RawHttp raw = server.raw()) {
      raw.send(flood.toByteArray());
      assertThat(lastFrame(raw)).isEqualTo(7);
    }
  }

  /** Reads frames until the server closes; the type of the last one that is no answer. */
  private static int lastFrame(RawHttp raw) throws IOException {
    int last = -1;
    try {
      while (true) {
        byte[] head = raw.in().readNBytes(9);
        if (head.length < 9) {
          return last;
        }
        raw.in().readNBytes(((head[0] & 255) << 16) | ((head[1] & 255) << 8) | (head[2] & 255));
        last = head[3];
      }
    } catch (SocketException reset) {
      return last < 0 ? -1 : 7;
    }
  }
}
