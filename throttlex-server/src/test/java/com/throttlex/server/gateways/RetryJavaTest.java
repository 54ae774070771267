package com.throttlex.server.gateways;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

class RetryJavaTest extends RetryClientsContract {
  static Stream<List<String>> clients() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return Stream.of(List.of(java, "-XX:TieredStopAtLevel=1", "Retry.java"));
  }
}
