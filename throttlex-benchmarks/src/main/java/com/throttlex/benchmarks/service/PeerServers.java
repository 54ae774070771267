package com.throttlex.benchmarks.service;

import com.throttlex.benchmarks.load.TrafficKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The installed programs, and the peers that they make possible. */
final class PeerServers {
  private final Children children;
  private final Optional<Tool> nginx;
  private final Optional<Tool> redis;
  private final Optional<Tool> wrk;
  private final Optional<Tool> redisBenchmark;

  PeerServers(Children children) throws IOException, InterruptedException {
    this.children = children;
    nginx = Tool.find(children, "nginx", "-v");
    redis = Tool.find(children, "redis-server", "--version");
    wrk = Tool.find(children, "wrk", "-v");
    redisBenchmark = Tool.find(children, "redis-benchmark", "--version");
  }

  /** A server, its port, and its warm-up time. */
  record Server(Child child, int port, int warmUpSeconds) {
    Contest.Side under(Load load) {
      return new Contest.Side(child, port, warmUpSeconds, load);
    }
  }

  /** Starts an nginx that limits by a header and answers with that body; null without nginx. */
  @Nullable Server nginx(String body) throws IOException, InterruptedException {
    if (nginx.isEmpty()) {
      return null;
    }
    int port = LocalPorts.free();
    String text =
        Resource.text("nginx.conf")
            .replace("@folder@", children.folder().toString())
            .replace("@port@", Integer.toString(port))
            .replace("@body@", body);
    Path file = Files.writeString(children.folder().resolve("nginx.conf"), text);
    return listening(
        children.start(
            "nginx",
            List.of(nginx.get().path(), "-p", children.folder().toString(), "-c", file.toString())),
        port,
        Contest.NATIVE_WARM_UP_SECONDS);
  }

  /** Starts a Redis that writes nothing to disk; null without Redis. */
  @Nullable Server redis() throws IOException, InterruptedException {
    if (redis.isEmpty()) {
      return null;
    }
    int port = LocalPorts.free();
    List<String> command =
        List.of(
            redis.get().path(),
            "--bind",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--save",
            "",
            "--appendonly",
            "no");
    return listening(children.start("redis", command), port, Contest.NATIVE_WARM_UP_SECONDS);
  }

  /** Starts the echo server, on the same JVM as the program. */
  Server echo(Program program, Path jar) throws IOException, InterruptedException {
    int port = LocalPorts.free();
    List<String> command = program.sameJvm(jar, EchoServer.class, Integer.toString(port));
    return listening(children.start("echo", command), port, Contest.JVM_WARM_UP_SECONDS);
  }

  private static Server listening(Child child, int port, int warmUpSeconds)
      throws IOException, InterruptedException {
    LocalPorts.awaitListening(child, port);
    return new Server(child, port, warmUpSeconds);
  }

  Load http(OwnLoad own, TrafficKind traffic) throws IOException {
    return wrk.isPresent() ? new Wrk(wrk.get(), children, traffic.connections()) : own.of(traffic);
  }

  Load resp(OwnLoad own, TrafficKind traffic) {
    return redisBenchmark.isPresent()
        ? new RedisBenchmark(redisBenchmark.get(), children, traffic)
        : own.of(traffic);
  }

  /** Returns the names of the peers and load generators. */
  String names() throws IOException {
    String own = "our own generator";
    return String.format(
        "Peers: %s, %s, Vert.x %s gRPC echo. Load: HTTP from %s, Redis protocol from %s, gRPC from %s.",
        nginx.map(Tool::toString).orElse("nginx not installed"),
        redis.map(Tool::toString).orElse("redis-server not installed"),
        Resource.text("/META-INF/vertx/vertx-version.txt").trim(),
        wrk.map(Tool::toString).orElse(own),
        redisBenchmark.map(Tool::toString).orElse(own),
        own);
  }
}
