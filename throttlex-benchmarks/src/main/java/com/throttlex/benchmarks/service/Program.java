package com.throttlex.benchmarks.service;

import com.throttlex.benchmarks.load.TrafficKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** ThrottleX itself, started as users start it. */
public record Program(Child child, int port, int adminPort, int respPort, double secondsToReady) {
  private static final int BUILD_SECONDS = 600;

  /** Lets the launcher build missing parts, so that later starts do not; returns the version. */
  public static String build(Children children, Path root)
      throws IOException, InterruptedException {
    return Tool.version(children.run("build", BUILD_SECONDS, List.of(launcher(root), "--version")));
  }

  /** Starts the service with a rule for each user. */
  public static Program start(Children children, Path root)
      throws IOException, InterruptedException {
    return start(children, root, "throttlex", "server: {max-rate: 0}\n");
  }

  /**
   * Starts the proxy in front of an upstream, with a rule for each user.
   *
   * @param store the URL of the store
   */
  public static Program startProxy(
      Children children, Path root, String name, int upstream, String store)
      throws IOException, InterruptedException {
    Path config =
        Files.writeString(children.folder().resolve(name + ".yml"), "server: {max-rate: 0}\n");
    int port = LocalPorts.free();
    int adminPort = LocalPorts.free();
    List<String> command =
        List.of(
            launcher(root),
            "proxy",
            "--upstream=http://127.0.0.1:" + upstream,
            "--config=" + config,
            "--rules=" + Resource.copy("proxy-rules.yml", children.folder()),
            "--data-dir=" + children.folder().resolve(name),
            "--store=" + store,
            "--port=" + port,
            "--admin-port=" + adminPort);
    return start(children, name, command, port, adminPort, -1);
  }

  /** Starts a service that needs an access token. */
  static Program startClosed(Children children, Path root)
      throws IOException, InterruptedException {
    String token = "{name: benchmarks, token: " + TrafficKind.TOKEN + "}";
    return start(
        children,
        root,
        "throttlex-closed",
        "server: {max-rate: 0, access: {tokens: [" + token + "]}}\n");
  }

  private static Program start(Children children, Path root, String name, String settings)
      throws IOException, InterruptedException {
    return start(children, root, name, settings, Resource.copy("rules.yml", children.folder()));
  }

  /** Starts the service with those settings and that rule file. */
  public static Program start(
      Children children, Path root, String name, String settings, Path rules)
      throws IOException, InterruptedException {
    Path config = Files.writeString(children.folder().resolve(name + ".yml"), settings);
    int port = LocalPorts.free();
    int adminPort = LocalPorts.free();
    int respPort = LocalPorts.free();
    List<String> command =
        List.of(
            launcher(root),
            "serve",
            "--config=" + config,
            "--rules=" + rules,
            "--data-dir=" + children.folder().resolve(name),
            "--port=" + port,
            "--admin-port=" + adminPort,
            "--resp-port=" + respPort);
    return start(children, name, command, port, adminPort, respPort);
  }

  private static Program start(
      Children children, String name, List<String> command, int port, int adminPort, int respPort)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Child child = children.start(name, command);
    LocalPorts.awaitHealth(child, adminPort);
    double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
    return new Program(child, port, adminPort, respPort, seconds);
  }

  private static String launcher(Path root) {
    return root.resolve("throttlex").toString();
  }

  /** Returns the HTTP and gRPC port, under a load. */
  Contest.Side under(Load load) {
    return new Contest.Side(child, port, Contest.JVM_WARM_UP_SECONDS, load);
  }

  /** Returns the RESP port, under a load. */
  Contest.Side respUnder(Load load) {
    return new Contest.Side(child, respPort, Contest.JVM_WARM_UP_SECONDS, load);
  }

  /** Returns its Java version. */
  String java() {
    return child.process().info().command().orElse("java");
  }

  /** Returns the command for a program of this jar on the same JVM with the same options. */
  public List<String> sameJvm(Path jar, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(java());
    for (String option : child.process().info().arguments().orElse(new String[] {"-jar"})) {
      if (option.equals("-jar")) {
        break;
      }
      if (!option.matches("(?i).*(share|cds).*")) { // the archive contains its own classes
        command.add(option);
      }
    }
    command.addAll(List.of("-cp", jar.toString(), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }
}
