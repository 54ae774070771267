package com.throttlex.examples.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.ThrottleXServer;
import com.throttlex.server.config.SettingsReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The application with and without the real proxy before it, over real HTTP.
 *
 * <p>The bounds leave room for a machine that does other things as well.
 */
@Timeout(60)
class ProxyExampleTest {
  private static final long MILLIS = 2000;

  private SlowApp app;

  @TempDir Path folder;

  @BeforeEach
  void start() throws IOException {
    app = SlowApp.start(0);
  }

  @AfterEach
  void stop() {
    app.close();
  }

  @Test
  void application_withoutProxy_collapses() {
    Visitors.Tally alone = ProxyExample.measure(app.port(), MILLIS);
    assertThat(alone.goodput()).as("%s", alone).isLessThan(0.3);
  }

  @Test
  void application_behindProxy_servesWhatItCanAndAllClients() throws Exception {
    Map<String, String> options =
        Map.of(
            "upstream", "http://127.0.0.1:" + app.port(),
            "proxy-port", "0",
            "port", "-1",
            "admin-port", "0",
            "resp-port", "-1",
            "data-dir", folder.toString(),
            "rules", Path.of("rules.yml").toAbsolutePath().toString());
    try (ThrottleXServer server =
        ThrottleXServer.start(SettingsReader.read(options, Map.of(), folder))) {
      Visitors.Tally limited = ProxyExample.measure(server.proxyPort(), MILLIS);
      System.out.printf("%s%n%-20s %s%n", ProxyExample.HEAD, "through the proxy", limited);
      assertThat(limited.goodput()).as("%s", limited).isGreaterThan(0.7);
      assertThat(limited.partOfOthers()).as("%s", limited).isGreaterThan(0.6);
      assertThat(limited.denied()).as("%s", limited).isPositive();
    }
  }
}
