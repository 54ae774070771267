package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp.Answer;
import com.throttlex.tck.programs.NeedsProgram;
import java.nio.file.Path;
import java.util.List;

@NeedsProgram("nginx")
class NginxGatewayTest extends GatewayContract {
  @Override
  String name() {
    return "nginx";
  }

  @Override
  String file() {
    return "nginx.conf";
  }

  @Override
  String adapted(String recipe) {
    return Recipes.nginxHere(recipe)
        .replace("connect_timeout 200ms", "connect_timeout 30s")
        .replace("read_timeout 1s", "read_timeout 30s");
  }

  @Override
  List<String> command(Path file) {
    return Recipes.nginx(file);
  }

  /** The test plays the load balancer that is trusted. */
  @Override
  Visitor visitor(int number) {
    return Visitor.at("127.0.0.1", "X-Forwarded-For: 203.0.113." + number);
  }

  @Override
  int statusWithoutService() {
    return 500;
  }

  @Override
  void checkDenial(Answer denied) {
    assertThat(denied.headers().get("content-type")).isEqualTo("application/problem+json");
  }
}
