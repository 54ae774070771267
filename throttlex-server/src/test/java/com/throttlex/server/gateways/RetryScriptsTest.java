package com.throttlex.server.gateways;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.programs.Programs;
import java.util.List;
import java.util.stream.Stream;

@NeedsProgram({"python3", "go", "node"})
class RetryScriptsTest extends RetryClientsContract {
  private static String path(String program) {
    return Programs.here().path(program).toString();
  }

  static Stream<List<String>> clients() {
    return Stream.of(
        List.of(path("python3"), "retry.py"),
        List.of(path("go"), "run", "retry.go"),
        List.of(path("node"), "retry.mjs"));
  }
}
