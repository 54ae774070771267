package com.throttlex.benchmarks.proxy;

import com.throttlex.benchmarks.filter.ClassPath;
import com.throttlex.benchmarks.service.Child;
import com.throttlex.benchmarks.service.Children;
import com.throttlex.benchmarks.service.LocalPorts;
import com.throttlex.benchmarks.service.Program;
import com.throttlex.benchmarks.service.Tool;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** Starts the upstream, the proxies and what they need; finds the programs that are installed. */
final class ProxyServers implements AutoCloseable {
  private final Children children;
  private final Path root;
  private final ClassPath own;
  private final ClassPath gateway;
  private final Optional<Tool> nginx;
  private final Optional<Tool> envoy;
  private final RedisServer redis = RedisServer.start();

  ProxyServers(Children children, Path root, ClassPath own)
      throws IOException, InterruptedException {
    this.children = children;
    this.root = root;
    this.own = own;
    Path target = root.resolve("throttlex-benchmarks/gateway/target");
    gateway = new ClassPath(target.resolve("classes"), target.resolve("lib"));
    nginx = Tool.find(children, "nginx", "-v");
    envoy = Tool.find(children, "envoy", "--version");
  }

  /** A server that listens, and the processor time of its processes. */
  record Started(ProxyEntrant who, int port, Supplier<Duration> cpu) {}

  /** Returns the programs that are used, with versions, and those that are left out. */
  String names() throws IOException {
    return String.format(
        "Peers: %s, %s, Spring Cloud Gateway %s on Redis %s. Upstream: %s.",
        nginx.map(Tool::toString).orElse("nginx left out (not on the PATH)"),
        envoy.map(Tool::toString).orElse("envoy left out (not on the PATH)"),
        gateway.version("spring-cloud-gateway-server-webflux"),
        String.valueOf(redis.command("INFO", "server"))
            .replaceFirst("(?s).*redis_version:([\\d.]+).*", "$1"),
        nginx.map(Tool::toString).orElse("Vert.x"));
  }

  /** Starts the upstream, and then all proxies in front of it. */
  List<Started> start() throws IOException, InterruptedException {
    List<Started> all = new ArrayList<>();
    int upstream = upstream();
    all.add(new Started(ProxyEntrant.DIRECT, upstream, () -> Duration.ZERO));
    Program ours = Program.startProxy(children, root, "proxy", upstream, "memory:");
    all.add(started(ProxyEntrant.OURS, ours.port(), ours.child()));
    Program shared = Program.startProxy(children, root, "proxy-redis", upstream, redis.url());
    all.add(withRedis(ProxyEntrant.OURS_REDIS, shared.port(), shared.child()));
    if (nginx.isPresent()) {
      all.add(nginx(nginx.get(), upstream));
    }
    if (envoy.isPresent()) {
      all.add(envoy(envoy.get(), upstream));
    }
    all.add(gateway(upstream));
    return all;
  }

  private int upstream() throws IOException, InterruptedException {
    int port = LocalPorts.free();
    List<String> command;
    if (nginx.isPresent()) {
      command = nginxCommand(nginx.get(), file("upstream.conf", port, 0, 0));
    } else {
      command = new ArrayList<>(own.command(PlainUpstream.class));
      command.add(Integer.toString(port));
    }
    LocalPorts.awaitListening(children.start("upstream", command), port);
    return port;
  }

  private Started nginx(Tool tool, int upstream) throws IOException, InterruptedException {
    int port = LocalPorts.free();
    Path file = file("nginx.conf", port, upstream, 0);
    Child child = children.start("nginx-proxy", nginxCommand(tool, file));
    LocalPorts.awaitListening(child, port);
    return started(ProxyEntrant.NGINX, port, child);
  }

  private List<String> nginxCommand(Tool tool, Path file) {
    return List.of(tool.path(), "-p", children.folder().toString(), "-c", file.toString());
  }

  private Started envoy(Tool tool, int upstream) throws IOException, InterruptedException {
    Program service = Program.start(children, root);
    int port = LocalPorts.free();
    Path file = file("envoy.yaml", port, upstream, service.port());
    Child child =
        children.start(
            "envoy",
            List.of(
                tool.path(),
                "-c",
                file.toString(),
                "--concurrency",
                Integer.toString(Runtime.getRuntime().availableProcessors()),
                "--disable-hot-restart",
                "-l",
                "error"));
    LocalPorts.awaitListening(child, port);
    return new Started(ProxyEntrant.ENVOY, port, () -> child.cpu().plus(service.child().cpu()));
  }

  private Started gateway(int upstream) throws IOException, InterruptedException {
    int port = LocalPorts.free();
    List<String> command =
        new ArrayList<>(gateway.bootCommand("com.throttlex.benchmarks.gateway.GatewayPeer"));
    command.add(Integer.toString(port));
    command.add(Integer.toString(upstream));
    command.add(Integer.toString(redis.port()));
    Child child = children.start("gateway", command);
    LocalPorts.awaitListening(child, port);
    return withRedis(ProxyEntrant.GATEWAY, port, child);
  }

  private static Started started(ProxyEntrant who, int port, Child child) {
    return new Started(who, port, child::cpu);
  }

  private Started withRedis(ProxyEntrant who, int port, Child child) {
    return new Started(who, port, () -> child.cpu().plus(redisCpu()));
  }

  Duration redisCpu() {
    return ProcessHandle.of(redis.pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  /** Writes a configuration file with these ports to the folder of the children. */
  private Path file(String name, int port, int upstream, int service) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ProxyServers.class.getResourceAsStream(name), name)) {
      String text =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .replace("@folder@", children.folder().toString())
              .replace("@port@", Integer.toString(port))
              .replace("@upstream@", Integer.toString(upstream))
              .replace("@service@", Integer.toString(service));
      return Files.writeString(children.folder().resolve(name), text);
    }
  }

  @Override
  public void close() {
    redis.close();
  }
}
