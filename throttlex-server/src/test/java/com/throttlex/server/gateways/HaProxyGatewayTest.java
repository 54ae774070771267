package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp.Answer;
import com.throttlex.tck.programs.NeedsProgram;
import java.nio.file.Path;
import java.util.List;

@NeedsProgram("haproxy")
class HaProxyGatewayTest extends GatewayContract {
  @Override
  String name() {
    return "haproxy";
  }

  @Override
  String file() {
    return "haproxy.cfg";
  }

  /** The script of the recipe stays where it is. */
  @Override
  String adapted(String recipe) {
    return recipe
        .replace("throttlex.lua", Recipes.FOLDER.resolve("haproxy/throttlex.lua").toString())
        .replace("CHECK_TIMEOUT 250", "CHECK_TIMEOUT 30000")
        .replace("timeout connect 1s", "timeout connect 30s");
  }

  @Override
  List<String> command(Path file) {
    return List.of(program(), "-db", "-f", file.toString());
  }

  /** The test plays the load balancer that is trusted. */
  @Override
  Visitor visitor(int number) {
    return Visitor.at("127.0.0.1", "X-Forwarded-For: 203.0.113." + number);
  }

  @Override
  int statusWithoutService() {
    return 503;
  }

  @Override
  void checkDenial(Answer denied) {
    assertThat(denied.headers().get("content-type")).isEqualTo("application/problem+json");
    assertThat(denied.body()).contains("\"allowed\":false");
  }
}
