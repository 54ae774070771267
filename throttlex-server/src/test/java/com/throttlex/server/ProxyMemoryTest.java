package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import com.throttlex.server.RawHttp.Answer;
import com.throttlex.server.proxy.RawUpstream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A proxy with a small heap: large bodies, clients that do not read, thousands of connections. */
class ProxyMemoryTest {
  private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: ([0-9]+)");
  private static final int BLOCK = 1 << 16;
  private static final int MEGABYTE = 1 << 20;

  /** Connections of one address; an address has fewer than 28,000 ports. */
  private static final int OF_ONE_ADDRESS = 10_000;

  /** Files that the test needs besides its connections. */
  private static final int OTHER_FILES = 500;

  @TempDir Path folder;
  private RawUpstream upstream;

  @BeforeEach
  void startUpstream() throws IOException {
    upstream = RawUpstream.start(ProxyMemoryTest::serve);
  }

  @AfterEach
  void stopUpstream() throws IOException {
    upstream.close();
  }

  /** Reads each body; answers with as many bytes as the path says. */
  private static void serve(RawUpstream self, Socket connection) throws IOException {
    for (String head = self.head(connection); !head.isEmpty(); head = self.head(connection)) {
      Matcher length = LENGTH.matcher(head);
      read(connection.getInputStream(), length.find() ? Long.parseLong(length.group(1)) : 0);
      String path = head.split(" ", 3)[1].substring(1);
      long answer = path.isEmpty() ? 0 : Long.parseLong(path);
      RawUpstream.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: " + answer + "\r\n\r\n");
      write(connection.getOutputStream(), answer);
    }
  }

  private static void read(InputStream in, long size) throws IOException {
    for (long left = size; left > 0; ) {
      left -= in.readNBytes((int) Math.min(left, BLOCK)).length;
    }
  }

  private static void write(OutputStream out, long size) throws IOException {
    byte[] block = new byte[BLOCK];
    for (long left = size; left > 0; left -= BLOCK) {
      out.write(block, 0, (int) Math.min(left, BLOCK));
    }
  }

  private ServiceProcess start(String heap, int connections) throws IOException {
    Files.writeString(folder.resolve("rules.yml"), "version: 1\ndefault-rule: none\n");
    Files.writeString(
        folder.resolve("throttlex.yml"),
        """
        rules: rules.yml
        proxy:
          port: 0
          max-connections: %d
          routes:
            - {id: app, upstreams: ["%s"], max-body: none}
        """
            .formatted(connections, upstream.url()));
    return ServiceProcess.start(folder, "-Xmx" + heap);
  }

  private static long megabytes(long count) {
    return count * MEGABYTE;
  }

  private static void assertServes(ServiceProcess proxy) throws IOException {
    try (RawHttp client = new RawHttp(proxy.proxyPort())) {
      assertThat(client.send(GET).answer().status()).isEqualTo(200);
    }
    assertThat(proxy.isAlive()).isTrue();
  }

  @Test
  void bodies_largerThanTheHeap_passBothWays() throws Exception {
    pass(256);
  }

  @Tag("long")
  @Test
  void bodies_ofOneGigabyte_passBothWays() throws Exception {
    pass(1024);
  }

  private void pass(int size) throws Exception {
    try (ServiceProcess proxy = start("64m", 100)) {
      try (RawHttp client = new RawHttp(proxy.proxyPort())) {
        client.send("GET /" + megabytes(size) + " HTTP/1.0\r\n\r\n");
        Answer head = client.answer(headers -> false);
        assertThat(head.headers()).containsEntry("content-length", "" + megabytes(size));
        read(client.in(), megabytes(size));
        assertThat(client.isClosed()).isTrue();
      }
      try (RawHttp client = new RawHttp(proxy.proxyPort())) {
        client.send(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + megabytes(size) + "\r\n\r\n");
        for (int i = 0; i < size; i++) {
          client.send(new byte[MEGABYTE]);
        }
        assertThat(client.answer().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void clientsThatDoNotRead_takeLittleMemory() throws Exception {
    List<RawHttp> clients = new ArrayList<>();
    try (ServiceProcess proxy = start("64m", 100)) {
      for (int i = 0; i < 32; i++) {
        RawHttp client = new RawHttp(proxy.proxyPort());
        client.send("GET /" + megabytes(64) + " HTTP/1.1\r\nHost: x\r\n\r\n");
        clients.add(client);
      }
      for (RawHttp client : clients) {
        assertThat(client.answer(headers -> false).status()).isEqualTo(200);
        read(client.in(), MEGABYTE);
      }
      assertServes(proxy);
      read(clients.get(0).in(), megabytes(63));
      assertServes(proxy);
    } finally {
      for (RawHttp client : clients) {
        client.close();
      }
    }
  }

  @Test
  void connections_thousandsOfThem_areBoundedAndOthersAreServed() throws Exception {
    fill("128m", 3_000);
  }

  /** As many as this process may open; 100,000 need {@code ulimit -n 101000}. */
  @Tag("long")
  @Test
  void connections_aHundredThousand_areBoundedAndOthersAreServed() throws Exception {
    var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long files = system.getMaxFileDescriptorCount() - OTHER_FILES;
    fill("512m", (int) Math.min(100_000, files));
  }

  /** Takes all places: half with a request, half in the head of one. */
  private void fill(String heap, int places) throws Exception {
    List<RawHttp> clients = new ArrayList<>();
    try (ServiceProcess proxy = start(heap, places)) {
      for (int i = 0; i < places; i++) {
        String address = "127.0.0." + (2 + i / OF_ONE_ADDRESS);
        RawHttp client = RawHttp.from(address, proxy.proxyPort());
        clients.add(client);
        if (i % 2 == 0) {
          assertThat(client.send(GET).answer().status()).isEqualTo(200);
        } else {
          client.send(GET.substring(0, GET.length() - 2));
        }
      }
      try (RawHttp more = RawHttp.from("127.0.0.2", proxy.proxyPort())) {
        assertThat(more.isClosed()).isTrue();
      }
      assertServes(proxy);
      assertThat(clients.get(0).send(GET).answer().status()).isEqualTo(200);
    } finally {
      for (RawHttp client : clients) {
        client.close();
      }
    }
  }
}
