package com.throttlex.server;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.queue.MemoryQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.request.TrustedProxies;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.access.Access;
import com.throttlex.server.access.AccessControl;
import com.throttlex.server.access.AdminAccess;
import com.throttlex.server.access.ClientAddress;
import com.throttlex.server.access.CounterResets;
import com.throttlex.server.access.WrongCredentials;
import com.throttlex.server.envoy.EnvoyLimits;
import com.throttlex.server.grpc.GrpcDoor;
import com.throttlex.server.http.HttpDoor;
import com.throttlex.server.identity.AccessToken;
import com.throttlex.server.identity.AdminTokens;
import com.throttlex.server.resp.RespDoor;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.NetServerOptions;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests through doors like those of the service before it is ready, so that the JVM has
 * run the code before the first clients come.
 *
 * <p>These doors listen on loopback for a moment, need a secret token, and use a rule of their own
 * in the real store. Metrics do not count them.
 */
final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int ROUNDS = 8;
  private static final int REQUESTS = 16;
  private static final int PATIENCE_MILLIS = 2_000;
  private static final int IPV6_PREFIX = 64;
  private static final byte END_STREAM = 1;
  private static final byte END_HEADERS = 4;
  private static final byte DATA = 0;
  private static final byte HEADERS = 1;
  private static final byte SETTINGS = 4;

  private final Vertx vertx;
  private final Engine engine;
  private final String token = UUID.randomUUID().toString();
  private final AccessControl access;

  private WarmUp(Vertx vertx, Engine engine) {
    this.vertx = vertx;
    this.engine = engine;
    WrongCredentials wrong = new WrongCredentials(engine.time());
    access =
        new AccessControl(
            new Access(List.of(new AccessToken("warm-up", token)), wrong),
            new AdminAccess(new AdminTokens(List.of(), null), wrong),
            new ClientAddress(TrustedProxies.NONE));
  }

  /** Warms up; a failure only makes the first requests slower. */
  static void run(Vertx vertx, Engine engine) {
    try {
      new WarmUp(vertx, engine).run();
    } catch (Exception e) {
      LOG.debug("warm-up", e);
    }
  }

  private void run() throws Exception {
    Rule rule = Rule.builder("throttlex-warm-up").key("user").limits("1000000000/1s").build();
    ThrottleX throttlex = ThrottleX.of(RuleBook.of(rule), engine.backend().store(), engine.time());
    EnvoyLimits envoy =
        new EnvoyLimits(throttlex, RateLimitHeaders.all(), IPV6_PREFIX, engine.time());
    GrpcDoor grpc =
        new GrpcDoor(
            vertx,
            throttlex,
            IPV6_PREFIX,
            envoy,
            null,
            access,
            new CounterResets(throttlex, entries -> {}, engine.time()));
    HttpDoor http = new HttpDoor(parts(throttlex), grpc, envoy);
    RespDoor resp =
        new RespDoor(vertx, throttlex, IPV6_PREFIX, new NetServerOptions(), access.callers());
    HttpServer server = vertx.createHttpServer().requestHandler(http);
    try {
      server.listen(0, LOOPBACK.getHostAddress()).await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      int respPort =
          resp.listen(0, LOOPBACK.getHostAddress()).await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      for (int round = 0; round < ROUNDS; round++) {
        http(server.actualPort());
        grpc(server.actualPort());
        resp(respPort);
      }
      throttlex.reset("throttlex-warm-up|user=warm-up"); // nothing remains in the store
    } finally {
      server.close();
      resp.close();
    }
  }

  private HttpDoor.Parts parts(ThrottleX throttlex) {
    return new HttpDoor.Parts(
        vertx,
        HttpDoor.BODY_MILLIS,
        throttlex,
        new MemoryQueue(QueueLimits.DEFAULT, engine.time()),
        engine.time(),
        RateLimitHeaders.all(),
        TrustedProxies.NONE,
        IPV6_PREFIX,
        "X-API-Key",
        null,
        false,
        access,
        (actor, action, service, count) -> {},
        () -> true,
        Decision::key);
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket(LOOPBACK, port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    return socket;
  }

  private void http(int port) throws IOException {
    String body = "{\"user\":\"warm-up\",\"endpoint\":\"/warm-up\",\"method\":\"POST\"}";
    String request =
        "POST /api/v1/check HTTP/1.1\r\nHost: x\r\nX-ThrottleX-Token: "
            + token
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    try (Socket socket = connect(port)) {
      socket
          .getOutputStream()
          .write(request.repeat(REQUESTS).getBytes(StandardCharsets.ISO_8859_1));
      awaitLines(socket, "HTTP/1.1 ");
    }
  }

  private void resp(int port) throws IOException {
    String command = "TX.CHECK USER warm-up ENDPOINT /warm-up METHOD POST\r\n";
    try (Socket socket = connect(port)) {
      socket
          .getOutputStream()
          .write(
              ("AUTH " + token + "\r\n" + command.repeat(REQUESTS))
                  .getBytes(StandardCharsets.ISO_8859_1));
      awaitLines(socket, "*");
    }
  }

  /** Reads until as many lines with that prefix have come as requests were sent. */
  private static void awaitLines(Socket socket, String begin) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    StringBuilder line = new StringBuilder();
    for (int answers = 0; answers < REQUESTS; ) {
      char next = (char) in.readUnsignedByte();
      if (next == '\n') {
        answers += line.indexOf(begin) >= 0 ? 1 : 0;
        line.setLength(0);
      } else {
        line.append(next);
      }
    }
  }

  private void grpc(int port) throws IOException {
    byte[] message =
        CheckRequest.newBuilder()
            .setUser("warm-up")
            .setEndpoint("/warm-up")
            .setMethod("POST")
            .build()
            .toByteArray();
    ByteBuffer framed = ByteBuffer.allocate(5 + message.length).put((byte) 0);
    framed.putInt(message.length).put(message);
    try (Socket socket = connect(port)) {
      OutputStream out = socket.getOutputStream();
      out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
      out.write(frame(SETTINGS, (byte) 0, 0, new byte[0]));
      for (int i = 0; i < REQUESTS; i++) {
        out.write(frame(HEADERS, END_HEADERS, 2 * i + 1, head()));
        out.write(frame(DATA, END_STREAM, 2 * i + 1, framed.array()));
      }
      awaitStreams(new DataInputStream(socket.getInputStream()));
    }
  }

  private static void awaitStreams(DataInputStream in) throws IOException {
    for (int ended = 0; ended < REQUESTS; ) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      byte type = in.readByte();
      byte flags = in.readByte();
      in.readInt();
      in.skipNBytes(length);
      ended += type == HEADERS && (flags & END_STREAM) != 0 ? 1 : 0;
    }
  }

  /** Returns the headers of a call: literals without indexing or Huffman codes. */
  private byte[] head() {
    String[] headers = {
      ":method", "POST",
      ":scheme", "http",
      ":path", "/throttlex.v1.RateLimiter/CheckRateLimit",
      ":authority", "x",
      "content-type", "application/grpc",
      "te", "trailers",
      "x-throttlex-token", token
    };
    ByteBuffer head = ByteBuffer.allocate(512);
    for (int i = 0; i < headers.length; i += 2) {
      head.put((byte) 0);
      for (String part : List.of(headers[i], headers[i + 1])) {
        head.put((byte) part.length()).put(part.getBytes(StandardCharsets.ISO_8859_1));
      }
    }
    byte[] bytes = new byte[head.flip().remaining()];
    head.get(bytes);
    return bytes;
  }

  private static byte[] frame(byte type, byte flags, int stream, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    return frame.put(type).put(flags).putInt(stream).put(payload).array();
  }
}
