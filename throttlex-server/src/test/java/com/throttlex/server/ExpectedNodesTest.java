package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that never saw their store, and so never saw each other. */
class ExpectedNodesTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: r, key: [user], limits: 40/1d, algorithm: fixed-window}
      """;

  @Test
  void nodes_thatExpectEachOther_admitTheLimitTogether(@TempDir Path folder) throws Exception {
    String settings = "{store: 'redis://127.0.0.1:%d', expected-nodes: 2}";
    try (TwoNodes nodes = TwoNodes.start(folder, RULES, settings.formatted(freePort()))) {
      assertThat(nodes.admitted(30, "u", "/x")).isEqualTo(40);
      assertThat(nodes.a().health("store").getInteger("nodes")).isEqualTo(1);
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
