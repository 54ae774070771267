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

  /** The folders that a package sets may be root's, so all of them are here. */
  @Override
  String adapted(String recipe) {
    String folders = "access_log off;";
    for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
      folders += " " + kind + "_temp_path " + kind + ";";
    }
    return recipe
        .replace("http {", "http { " + folders)
        .replace("connect_timeout 200ms", "connect_timeout 30s")
        .replace("read_timeout 1s", "read_timeout 30s");
  }

  @Override
  List<String> arguments(Path file) {
    String folder = file.getParent().toString();
    return List.of("-p", folder, "-c", file.toString(), "-e", "stderr", "-g", "daemon off;");
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
