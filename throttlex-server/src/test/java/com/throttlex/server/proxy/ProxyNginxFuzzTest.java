package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.gateways.NginxServer;
import com.throttlex.server.proxy.FuzzedProxy.Outcome;
import com.throttlex.tck.programs.NeedsProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random requests in front of a real nginx that accepts all headers. */
@NeedsProgram("nginx")
class ProxyNginxFuzzTest {
  private static final int REQUESTS = 1_000;

  /** A request that the proxy wrote, or one whose method nginx refuses by its letters. */
  private static final Pattern EXPECTED =
      Pattern.compile("200 .* throttlex|400 [A-Z_-]*[^ A-Z_-].*");

  @TempDir Path folder;
  private NginxServer nginx;
  private FuzzedProxy proxy;

  @BeforeEach
  void start() throws Exception {
    nginx =
        NginxServer.start(
            folder,
            """
            underscores_in_headers on; ignore_invalid_headers off;
            large_client_header_buffers 4 64k;
            add_header X-Seen-Method $request_method always;
            add_header X-Seen-Path $request_uri always;
            add_header X-Seen-Host $http_host always;
            add_header X-Seen-X-Tenant $http_x_tenant always;
            add_header X-Seen-X-Api-Key $http_x_api_key always;
            add_header X-Seen-X-Case $http_x_case always;
            """,
            "location / { return 200; }");
    proxy = new FuzzedProxy(folder, nginx.url());
  }

  @AfterEach
  void stop() {
    proxy.close();
    nginx.close();
  }

  private void requests(long seed, int count) throws IOException {
    Outcome outcome = proxy.fuzz(seed, count);

    assertThat(outcome.answers()).isGreaterThan(count / 10);
    assertThat(nginx.seen())
        .hasSizeGreaterThanOrEqualTo(outcome.answers())
        .allSatisfy(line -> assertThat(line).matches(EXPECTED));
  }

  @Test
  void randomRequests_areReadAlikeByLimiterAndNginx() throws IOException {
    requests(50_000, REQUESTS);
  }

  @Tag("long")
  @Test
  void moreRandomRequests_areReadAlikeByLimiterAndNginx() throws IOException {
    requests(50_000_000, 100 * REQUESTS);
  }
}
