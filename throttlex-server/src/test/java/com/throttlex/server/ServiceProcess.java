package com.throttlex.server;

import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service as a separate process, started as a user does. */
public final class ServiceProcess implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 30;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final BufferedReader out;
  private final List<String> greeting = new ArrayList<>();

  private ServiceProcess(Process process) throws IOException {
    this.process = process;
    out = process.inputReader();
    String line = out.readLine();
    while (line != null && !line.startsWith("  curl ")) {
      greeting.add(line);
      line = out.readLine();
    }
    greeting.add(String.valueOf(line));
  }

  /** Starts in a folder, with more options of the JVM, and returns when the service has greeted. */
  static ServiceProcess start(Path folder, String... options) throws IOException {
    return start(folder, List.of(options), serve(0));
  }

  private static List<String> serve(int port) {
    return serve(port, 0);
  }

  private static List<String> serve(int port, int adminPort) {
    return List.of(
        "serve", "--port", "" + port, "--admin-port", "" + adminPort, "--resp-port", "0");
  }

  /** Starts with a certain admin port; the prefix is a command that runs the program. */
  public static ServiceProcess startWithAdminAt(int adminPort, Path folder, String... prefix)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(prefix));
    command.addAll(command(List.of(), serve(0, adminPort)));
    return start(folder, command);
  }

  /** Starts at a port for checks, with all other settings from the folder. */
  static ServiceProcess startAt(Path folder, int port) throws IOException {
    return start(folder, List.of(), serve(port));
  }

  /** Starts a proxy in front of an application. */
  static ServiceProcess startProxy(Path folder, String upstream) throws IOException {
    return start(
        folder,
        List.of(),
        List.of("proxy", "--upstream", upstream, "--port", "0", "--admin-port", "0"));
  }

  private static ServiceProcess start(Path folder, List<String> options, List<String> arguments)
      throws IOException {
    return start(folder, command(options, arguments));
  }

  private static List<String> command(List<String> options, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.addAll(arguments);
    return command;
  }

  private static ServiceProcess start(Path folder, List<String> command) throws IOException {
    return new ServiceProcess(
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(folder.resolve("errors.txt").toFile())
            .start());
  }

  List<String> greeting() {
    return List.copyOf(greeting);
  }

  /** The part of the greeting that a pattern's group finds. */
  String greeted(String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(String.join("\n", greeting));
    if (!matcher.find()) {
      throw new AssertionError("greeting: " + greeting + " (expected: " + pattern + ")");
    }
    return matcher.group(1);
  }

  HttpClient client() {
    return client;
  }

  public Reply admin(String method, String path, String body) {
    return RunningServer.admin(client, adminPort(), token(), method, path, body);
  }

  /** Returns the generated admin token. */
  public String token() {
    return greeted("token +(\\S+)");
  }

  public int adminPort() {
    return Integer.parseInt(greeted("admin +http://127.0.0.1:([0-9]+)"));
  }

  public int port() {
    return Integer.parseInt(greeted("curl -i http://127.0.0.1:([0-9]+)"));
  }

  /** The port of the proxy that the greeting names. */
  int proxyPort() {
    return Integer.parseInt(greeted("proxy +http://127.0.0.1:([0-9]+)"));
  }

  /** The state of the service and its components. */
  public JsonObject health() {
    return admin("GET", "/health", "").json();
  }

  /** Returns the identifier of the process. */
  public long pid() {
    return process.pid();
  }

  /** Returns the processor time of the service. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal by its name, such as STOP or CONT. */
  void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    if (!kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      throw new AssertionError("signal: " + name + " (expected: one that is heard)");
    }
  }

  /** Ends at once, without a chance to say goodbye. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Asks to end; the exit code. */
  int terminate() throws InterruptedException {
    process.toHandle().destroy(); // unlike destroy of the process, leaves its output open
    return awaitEnd();
  }

  private int awaitEnd() throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("process: still there");
    }
    return process.exitValue();
  }

  /** Returns the output after the greeting, when the process has ended. */
  List<String> lastLines() {
    return out.lines().toList();
  }

  /** Kills the service, also if another program runs it. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
