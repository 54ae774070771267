package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.proxy.ProxySettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of the proxy and their problems. */
class ProxySettingsTest {
  @TempDir Path folder;

  private Setup yaml(String text) {
    return new Setup(folder).yaml(text);
  }

  @Test
  void problems_ofRoutes_areReportedTogetherWithTheirLines() {
    Setup setup =
        yaml(
            """
            proxy:
              port: 8080
              routes:
                - id: a
                  match: {hosts: ["a:80"], path: a}
                  upstreams: [ftp://x, "http://u:p@x"]
                - {id: a, upstreams: [], timeout: 2h, max-body: 10, strip-prefix: /}
                - {upstream: http://x}
              max-waiting: -1
            """);

    assertThat(setup.problems())
        .containsExactly(
            "throttlex.yml:2: proxy.port: 8080 (expected: another port than server.port, which is"
                + " 8080)",
            "throttlex.yml:5: proxy.routes.match.hosts: \"a:80\" (expected: a host name without"
                + " port, such as api.example.com or *.example.com)",
            "throttlex.yml:5: proxy.routes.match.path: \"a\" (expected: a path such as"
                + " /api/v1/orders/{id}/** where a segment is plain text, {name}, * or, at most"
                + " twice, **)",
            "throttlex.yml:6: proxy.routes.upstreams: \"ftp://x\" (expected: an http or https URL)",
            "throttlex.yml:6: proxy.routes.upstreams: a text that is not shown (expected: a URL"
                + " such as http://127.0.0.1:9000, without user, query and fragment)",
            "throttlex.yml:7: proxy.routes.id: \"a\" (expected: an id that no other route has)",
            "throttlex.yml:7: proxy.routes.upstreams: [] (expected: a URL such as"
                + " http://127.0.0.1:9000, without user, query and fragment)",
            "throttlex.yml:7: proxy.routes.strip-prefix: \"/\" (expected: a path such as /orders,"
                + " other than /)",
            "throttlex.yml:7: proxy.routes.timeout: \"2h\" (expected: from 10ms to 1h, such as"
                + " 30s)",
            "throttlex.yml:7: proxy.routes.max-body: 10 (expected: a size such as 512KB, 10MB or"
                + " 2GB, or none)",
            "throttlex.yml:8: proxy.routes.upstream: unknown key (expected: one of id, match,"
                + " upstreams, strip-prefix, timeout, max-body; did you mean upstreams?)",
            "throttlex.yml:8: proxy.routes.id: missing (expected: the name of the route)",
            "throttlex.yml:8: proxy.routes.upstreams: missing (expected: a URL such as"
                + " http://127.0.0.1:9000, without user, query and fragment)",
            "throttlex.yml:8: proxy.routes: a route after one without match (expected: the route"
                + " without match at the end, and only one)",
            "throttlex.yml:9: proxy.max-waiting: -1 (expected: a whole number from 0 to 1000000)");
  }

  @Test
  void port_withoutARoute_isRefused() {
    assertThat(yaml("proxy: {port: 8000}").problems())
        .containsExactly("throttlex.yml:1: proxy.port: alone (expected: proxy.routes as well)");
  }

  @Test
  void upstream_ofAVariable_isTheOnlyRoute() {
    ProxySettings proxy =
        new Setup(folder)
            .variable("THROTTLEX_UPSTREAM", "http://a:1, http://b:2")
            .variable("THROTTLEX_PROXY_PORT", "8009")
            .settings()
            .proxy();

    assertThat(proxy.port()).isEqualTo(8009);
    assertThat(proxy.routes())
        .singleElement()
        .satisfies(
            route -> {
              assertThat(route.id()).isEqualTo("default");
              assertThat(route.matchesAll()).isTrue();
              assertThat(route.upstreams())
                  .isEqualTo(List.of(URI.create("http://a:1"), URI.create("http://b:2")));
            });
  }

  @Test
  void proxy_alone_opensNoPortForChecks() {
    Settings settings =
        SettingsReader.read(Map.of("upstream", "http://a:1"), Map.of(), folder, true);

    assertThat(settings.server().port()).isEqualTo(Settings.OFF);
    assertThat(settings.server().respPort()).isEqualTo(Settings.OFF);
    assertThat(settings.server().adminPort()).isEqualTo(8081);
    assertThat(settings.proxy().port()).isEqualTo(8000);
  }
}
