package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.throttlex.server.RunningServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The context of a trace on its way through the proxy. */
class ProxyTracingTest {
  private static final String RULES = "version: 1\ndefault-rule: none\nrules: []\n";
  private static final String TRACE = "ab".repeat(16);
  private static final String PARENT = "cd".repeat(8);
  private static final String TRACEPARENT = "00-" + TRACE + "-" + PARENT + "-01";

  @TempDir Path folder;

  private JdkUpstream.Seen traced(String settings) throws Exception {
    try (JdkUpstream app = JdkUpstream.saying("a page");
        RunningServer server =
            RunningServer.startProxy(
                folder, RULES, "    - {id: app, upstreams: [" + app.url() + "]}\n" + settings)) {
      assertThat(
              server
                  .send(
                      RunningServer.request(
                          server.proxyPort(),
                          "/page",
                          "traceparent",
                          TRACEPARENT,
                          "tracestate",
                          "vendor=1"))
                  .status())
          .isEqualTo(200);
      return app.last();
    }
  }

  @Test
  void traceContext_withTracingOff_isPassedOnUnchanged() throws Exception {
    JdkUpstream.Seen seen = traced("");
    assertThat(seen.header("Traceparent")).isEqualTo(TRACEPARENT);
    assertThat(seen.header("Tracestate")).isEqualTo("vendor=1");
  }

  @Test
  void traceContext_withTracingOn_hasTheSpanOfTheProxyAsParent() throws Exception {
    List<String> spans = new CopyOnWriteArrayList<>();
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/",
        exchange -> {
          spans.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    try {
      String url = "http://127.0.0.1:" + collector.getAddress().getPort();
      JdkUpstream.Seen seen = traced("tracing: {endpoint: \"" + url + "\"}\n");
      assertThat(seen.headers().get("Traceparent")).hasSize(1);
      assertThat(seen.header("Traceparent"))
          .matches("00-" + TRACE + "-[0-9a-f]{16}-01")
          .doesNotContain(PARENT);
      assertThat(seen.headers().get("Tracestate")).containsExactly("vendor=1");
      assertThat(spans).isNotEmpty();
    } finally {
      collector.stop(0);
    }
  }
}
