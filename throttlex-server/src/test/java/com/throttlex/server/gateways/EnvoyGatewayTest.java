package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.programs.NeedsProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

@NeedsProgram("envoy")
class EnvoyGatewayTest extends GatewayContract {
  @Override
  String name() {
    return "envoy";
  }

  @Override
  String file() {
    return "envoy.yaml";
  }

  @Override
  String adapted(String recipe) {
    return recipe
        .replace("timeout: 0.1s", "timeout: 30s")
        .replace("connect_timeout: 0.2s", "connect_timeout: 30s");
  }

  @Override
  List<String> command(Path file) {
    return List.of(program(), "-c", file.toString(), "--disable-hot-restart", "--concurrency", "1");
  }

  /** Envoy distinguishes clients only by address. */
  @Override
  Visitor visitor(int number) {
    return Visitor.at("127.0.0.1" + number);
  }

  @Override
  int statusWithoutService() {
    return 200;
  }

  @Test
  void login_isHeldAgainstBothRules_andADenialChargesNeither() throws IOException {
    assertThat(visitor(1).post(port(), "/api/login", "me").status()).isEqualTo(200);
    assertThat(visitor(1).post(port(), "/api/login", "me").status()).isEqualTo(429);
    assertThat(visitor(1).get(port(), "/api/orders").headers().get("ratelimit"))
        .startsWith("\"api-per-address\";r=1");
  }
}
