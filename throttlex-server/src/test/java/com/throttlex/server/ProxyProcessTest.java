package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp.Answer;
import com.throttlex.server.proxy.RawUpstream;
import com.throttlex.tck.Await;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proxy as a process: how it greets, and how it drains. */
class ProxyProcessTest {
  @TempDir Path folder;

  @Test
  void proxy_toldToEnd_completesTheRequestInFlight() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (RawUpstream upstream = RawUpstream.start((self, to) -> answer(self, to, go));
        ServiceProcess proxy = ServiceProcess.startProxy(folder, upstream.url())) {
      assertThat(proxy.greeted("proxy +(.*)"))
          .isEqualTo("http://127.0.0.1:" + proxy.port() + "  (to " + upstream.url() + ")");
      assertThat(String.join("\n", proxy.greeting())).doesNotContain("checks", "Redis");
      try (RawHttp client = new RawHttp(proxy.port())) {
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        Await.until("the upstream has it", () -> upstream.heads().size() == 1);
        proxy.signal("TERM");
        Await.until("no new connection", () -> !connects(proxy.port()));
        go.countDown();
        Answer answer = client.answer();
        assertThat(answer.body()).isEqualTo("hi");
        assertThat(answer.headers()).containsKey("x-ratelimit-limit");
      }
      assertThat(proxy.terminate()).isEqualTo(143);
      assertThat(proxy.lastLines()).containsExactly("ThrottleX has ended.");
    }
  }

  private static boolean connects(int port) {
    try {
      new RawHttp(port).close();
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static void answer(RawUpstream self, Socket to, CountDownLatch go) throws IOException {
    while (!self.head(to).isEmpty()) {
      try {
        go.await(30, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      RawUpstream.write(to, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
    }
  }
}
