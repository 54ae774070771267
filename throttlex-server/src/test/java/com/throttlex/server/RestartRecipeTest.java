package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.gateways.GatewayProcess;
import com.throttlex.server.gateways.Recipes;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.Ports;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes on one Redis behind nginx, with the recipe of docs/UPGRADE.md: they restart or die
 * one after another under load.
 */
@NeedsProgram("nginx")
class RestartRecipeTest {
  private static final int NODES = 3;
  private static final int LIMIT = 100;
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: window, match: {endpoint: /window}, key: [user], limits: 100/1d, algorithm: fixed-window}
        - {id: bucket, match: {endpoint: /bucket}, key: [user], limits: 100/365d}
        - {id: log, match: {endpoint: /log}, key: [user], limits: 100/1d, algorithm: sliding-window-log}
      """;

  /** Starts a node in its folder, at its port; closing it is what SIGTERM does. */
  private interface Start {
    AutoCloseable node(Path folder, int port) throws IOException;
  }

  @TempDir Path folder;
  private final List<Integer> ports = new ArrayList<>();
  private final List<AutoCloseable> nodes = new ArrayList<>();
  private @Nullable GatewayProcess nginx;

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable node : nodes) {
      node.close();
    }
    if (nginx != null) {
      nginx.close();
    }
  }

  private Path folder(int node) {
    return folder.resolve("node-" + node);
  }

  private void startNodes(Start start, RedisServer redis) throws IOException {
    for (int node = 0; node < NODES; node++) {
      Files.createDirectory(folder(node));
      Files.writeString(folder(node).resolve("rules.yml"), RULES);
      // A busy machine must not look like an unavailable Redis.
      Files.writeString(
          folder(node).resolve("throttlex.yml"),
          "{store: '%s?timeout=5s', expected-nodes: 3}".formatted(redis.url()));
      ports.add(Ports.free());
      nodes.add(start.node(folder(node), ports.get(node)));
    }
  }

  private void startNginx(int port) throws Exception {
    String recipe = Recipes.text(Recipes.ROOT.resolve("examples/nodes/nginx.conf"));
    for (int node = 0; node < NODES; node++) {
      recipe = recipe.replace("127.0.0.1:" + (8081 + node), "127.0.0.1:" + ports.get(node));
    }
    Path config = folder.resolve("nginx.conf");
    Files.writeString(
        config,
        Recipes.nginxHere(recipe)
            .replace("127.0.0.1:8080", "127.0.0.1:" + port)
            .replace("timeout 1s", "timeout 30s")
            .replace("timeout 200ms", "timeout 30s"));
    nginx = GatewayProcess.start(folder, port, Recipes.nginx(config));
  }

  private void restartOneAfterAnother(Start start, RestartLoad load) throws Exception {
    for (int node = 0; node < NODES; node++) {
      load.awaitMore(LIMIT);
      nodes.get(node).close();
      load.awaitMore(LIMIT);
      nodes.set(node, start.node(folder(node), ports.get(node)));
    }
    load.awaitMore(LIMIT);
  }

  private void assertNothingIsLost(Start start) throws Exception {
    try (RedisServer redis = RedisServer.start()) {
      startNodes(start, redis);
      int port = Ports.free();
      startNginx(port);
      try (RestartLoad load = new RestartLoad(port, LIMIT, List.of("window", "bucket", "log"))) {
        load.start();
        restartOneAfterAnother(start, load);
        load.finish();

        assertThat(load.failures()).isEmpty();
        assertThat(load.admitted()).hasSizeGreaterThan(NODES);
        assertThat(load.admitted().values()).containsOnly(LIMIT);
      }
    }
  }

  @Test
  void nodes_restartedOneAfterAnotherUnderLoad_failNoRequestAndAdmitExactlyTheLimit()
      throws Exception {
    assertNothingIsLost((folder, port) -> RunningServer.startAt(folder, port));
  }

  @Test
  @Tag("long")
  void processes_restartedOneAfterAnotherUnderLoad_failNoRequestAndAdmitExactlyTheLimit()
      throws Exception {
    assertNothingIsLost((folder, port) -> ServiceProcess.startAt(folder, port)::terminate);
  }

  @Test
  @Tag("long")
  void processes_killedOneAfterAnotherUnderLoad_failNoRequestAndAdmitExactlyTheLimit()
      throws Exception {
    assertNothingIsLost((folder, port) -> ServiceProcess.startAt(folder, port)::kill);
  }
}
