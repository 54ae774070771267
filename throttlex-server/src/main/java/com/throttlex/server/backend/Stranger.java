package com.throttlex.server.backend;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Detects another kind of server at the address of a store.
 *
 * <p>Drivers cannot detect it: MySQL speaks first, while PostgreSQL and Redis wait for the client.
 * So a driver at the wrong port may wait until its timeout, as for a server that is unavailable.
 * This class sends the first message of each protocol and reads the first bytes of the answer.
 */
public final class Stranger {
  private static final int PATIENCE_MILLIS = 500;
  private static final int TLS_ALERT = 0x15;

  /** The request for TLS, the first message of PostgreSQL clients; the answer is S or N. */
  private static final byte[] POSTGRESQL = {0, 0, 0, 8, 4, (byte) 210, 22, 47};

  /** An HTTP request; Redis answers it with an error for an unknown command. */
  private static final byte[] HTTP = "GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final Pattern URL =
      Pattern.compile(
          "(?s)(?:jdbc:)?(?<kind>redis|postgresql|mysql|mariadb)(?::[a-z-]+)?://(?:[^/?#]*@)?"
              + "(?<host>\\[[^]]+]|[^:/?#,\\[\\]]+)(?::(?<port>[0-9]{1,5}))?(?:[,/?#].*)?");

  private static final Map<String, String> NAMES =
      Map.of("redis", "Redis", "postgresql", "PostgreSQL", "mysql", "MySQL", "mariadb", "MySQL");
  private static final Map<String, Integer> PORTS =
      Map.of("redis", 6379, "postgresql", 5432, "mysql", 3306, "mariadb", 3306);

  private Stranger() {}

  /** Returns a message about a server of another kind at the URL; empty if there is none. */
  public static Optional<String> at(String url) {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String kind = parts.group("kind");
    String host = parts.group("host");
    String port = parts.group("port");
    int number = port == null ? PORTS.getOrDefault(kind, 0) : Integer.parseInt(port);
    String expected = NAMES.getOrDefault(kind, kind);
    return protocol(new InetSocketAddress(host.replaceAll("[\\[\\]]", ""), number))
        .filter(found -> !found.equals(expected))
        .map(
            found ->
                "%s:%d speaks %s (expected: %s); check scheme, host and port of the URL"
                    .formatted(host, number, found, kind.equals("mariadb") ? "MariaDB" : expected));
  }

  private static Optional<String> protocol(InetSocketAddress address) {
    return asked(address, POSTGRESQL).or(() -> asked(address, HTTP));
  }

  private static Optional<String> asked(InetSocketAddress address, byte[] question) {
    try (Socket socket = new Socket()) {
      socket.connect(address, PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      byte[] heard = heard(socket);
      if (heard.length == 0) {
        socket.getOutputStream().write(question);
        heard = heard(socket);
      }
      return Optional.ofNullable(name(heard, question));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static byte[] heard(Socket socket) throws IOException {
    try {
      byte[] heard = new byte[16];
      int length = socket.getInputStream().read(heard);
      return Arrays.copyOf(heard, Math.max(0, length));
    } catch (SocketTimeoutException e) {
      return new byte[0];
    }
  }

  private static @Nullable String name(byte[] heard, byte[] question) {
    if (heard.length == 0) {
      return null;
    }
    String text = new String(heard, StandardCharsets.ISO_8859_1);
    if (question == POSTGRESQL && (text.equals("S") || text.equals("N"))) {
      return "PostgreSQL";
    } else if (heard[0] == TLS_ALERT) {
      return "TLS";
    } else if (text.startsWith("HTTP/")) {
      return "HTTP";
    } else if (text.startsWith("-") || text.startsWith("+")) {
      return "Redis";
    }
    // Three bytes of length, a number, then version 10 of the protocol, or an error.
    boolean greeting = heard.length > 4 && heard[3] == 0 && (heard[4] == 10 || heard[4] == -1);
    return greeting ? "MySQL" : null;
  }
}
