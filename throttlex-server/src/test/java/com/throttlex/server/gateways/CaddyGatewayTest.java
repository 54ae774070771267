package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp.Answer;
import com.throttlex.tck.programs.NeedsProgram;
import java.nio.file.Path;
import java.util.List;

@NeedsProgram("caddy")
class CaddyGatewayTest extends GatewayContract {
  @Override
  String name() {
    return "caddy";
  }

  @Override
  String file() {
    return "Caddyfile";
  }

  /** The test plays the load balancer that the recipe mentions. */
  @Override
  String adapted(String recipe) {
    return recipe
        .replace("# trusted_proxies 10.0.0.0/8", "trusted_proxies 127.0.0.1/32")
        .replace("dial_timeout 200ms", "dial_timeout 30s")
        .replace("response_header_timeout 1s", "response_header_timeout 30s");
  }

  @Override
  List<String> command(Path file) {
    return List.of(program(), "run", "--adapter", "caddyfile", "--config", file.toString());
  }

  @Override
  Visitor visitor(int number) {
    return Visitor.at("127.0.0.1", "X-Forwarded-For: 203.0.113." + number);
  }

  @Override
  int statusWithoutService() {
    return 502;
  }

  @Override
  void checkDenial(Answer denied) {
    assertThat(denied.headers().get("content-type")).isEqualTo("application/problem+json");
  }
}
