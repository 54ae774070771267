package com.throttlex.server;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.server.config.SettingsReader;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The whole service on free ports, with its own folder, and a client of it. */
public final class RunningServer implements AutoCloseable {
  private final Path folder;
  private final ThrottleXServer server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private RunningServer(Path folder, Map<String, String> options) throws IOException {
    this(folder, options, new SystemTime());
  }

  private RunningServer(Path folder, Map<String, String> options, TimeSource time)
      throws IOException {
    this.folder = folder;
    server = ThrottleXServer.start(SettingsReader.read(options, Map.of(), folder), time);
  }

  /** Starts with that rule file. */
  public static RunningServer start(Path folder, String rules) throws IOException {
    return start(folder, rules, "");
  }

  /** Starts with that rule file and that configuration. */
  public static RunningServer start(Path folder, String rules, String settings) throws IOException {
    Files.writeString(folder.resolve("rules.yml"), rules);
    Files.writeString(folder.resolve("throttlex.yml"), settings);
    return new RunningServer(folder, anyPorts(folder));
  }

  /** Starts as {@link #start(Path, String, String)} does, with a certain admin port. */
  public static RunningServer startWithAdminAt(
      int adminPort, Path folder, String rules, String settings) throws IOException {
    return startWithAdminAt(adminPort, folder, rules, settings, new SystemTime());
  }

  /** Starts with a certain admin port and with a clock of the test. */
  public static RunningServer startWithAdminAt(
      int adminPort, Path folder, String rules, String settings, TimeSource time)
      throws IOException {
    Files.writeString(folder.resolve("rules.yml"), rules);
    Files.writeString(folder.resolve("throttlex.yml"), settings);
    Map<String, String> options = anyPorts(folder);
    options.put("admin-port", Integer.toString(adminPort));
    return new RunningServer(folder, options, time);
  }

  /** Starts in a folder that has its rule file and its configuration, at a port for checks. */
  static RunningServer startAt(Path folder, int port) throws IOException {
    Map<String, String> options = anyPorts(folder);
    options.put("port", Integer.toString(port));
    return new RunningServer(folder, options);
  }

  /** Starts again in a folder without a rule file, at the admin port that it had before. */
  public static RunningServer restart(Path folder, int adminPort) throws IOException {
    Map<String, String> options = anyPorts(folder);
    options.put("admin-port", Integer.toString(adminPort));
    return new RunningServer(folder, options);
  }

  /** Starts a proxy with those routes on a free port; further settings may follow the routes. */
  public static RunningServer startProxy(Path folder, String rules, String routes)
      throws IOException {
    return start(folder, rules, "proxy:\n  port: 0\n  routes:\n" + routes);
  }

  /** Starts without a rule file. */
  public static RunningServer startWithoutRules(Path folder) throws IOException {
    return new RunningServer(folder, anyPorts(folder));
  }

  /** Starts without a rule file, with a clock of the test. */
  static RunningServer startWithoutRules(Path folder, TimeSource time) throws IOException {
    return new RunningServer(folder, anyPorts(folder), time);
  }

  /** Starts with a rule file. */
  public static RunningServer startWithRules(Path folder, Path file) throws IOException {
    Map<String, String> options = anyPorts(folder);
    options.put("rules", file.toString());
    return new RunningServer(folder, options);
  }

  /** Returns options with free ports and with all files in the folder. */
  public static Map<String, String> anyPorts(Path folder) {
    Map<String, String> options = new HashMap<>();
    options.put("port", "0");
    options.put("admin-port", "0");
    options.put("resp-port", "0");
    options.put("data-dir", folder.resolve("data").toString());
    return options;
  }

  public Path rules() {
    return folder.resolve("rules.yml");
  }

  public int port() {
    return server.port();
  }

  public int adminPort() {
    return server.adminPort();
  }

  public int respPort() {
    return server.respPort();
  }

  public int proxyPort() {
    return server.proxyPort();
  }

  public HttpClient client() {
    return client;
  }

  /**
   * Returns a client with an open HTTP/2 connection to a port. The first request has no body,
   * because a server ignores the upgrade of a request with one.
   */
  public static HttpClient http2(int port) {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    try {
      HttpResponse<Void> first =
          client.send(request(port, "/").build(), HttpResponse.BodyHandlers.discarding());
      if (first.version() != HttpClient.Version.HTTP_2) {
        throw new AssertionError(first + " (expected: HTTP/2)");
      }
      return client;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The response of the service. */
  public record Reply(int status, java.net.http.HttpHeaders headers, String body) {
    public static Reply of(HttpResponse<String> response) {
      return new Reply(response.statusCode(), response.headers(), response.body());
    }

    public JsonObject json() {
      return new JsonObject(body);
    }

    public String header(String name) {
      return headers.firstValue(name).orElse(null);
    }
  }

  /** A request of the data plane, with headers as names and values in turn. */
  public HttpRequest.Builder request(String path, String... headers) {
    return request(port(), path, headers);
  }

  public static HttpRequest.Builder request(int port, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(30));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request;
  }

  public Reply send(HttpRequest.Builder request) {
    try {
      return Reply.of(client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  public Reply get(String path, String... headers) {
    return send(request(path, headers));
  }

  public Reply post(String path, String body, String... headers) {
    return send(request(path, headers).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  public Reply post(String path, byte[] body, String... headers) {
    return send(request(path, headers).POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  public Reply check(String body, String... headers) {
    return post("/api/v1/check", body, headers);
  }

  /** Returns the remaining units of a limit, without using any. */
  public long remaining(String user, String endpoint) {
    JsonObject body = new JsonObject().put("user", user).put("endpoint", endpoint).put("cost", 0);
    return check(body.encode()).json().getLong("remaining");
  }

  /** The header that carries the generated admin token. */
  public String[] credential() {
    return new String[] {"Authorization", "Bearer " + server.generatedToken().token()};
  }

  /** A call of the admin plane. */
  public Reply admin(String method, String path, String body, String... headers) {
    String token = server.generatedToken().token();
    return admin(client, adminPort(), token, method, path, body, headers);
  }

  public static Reply admin(
      HttpClient client,
      int port,
      String token,
      String method,
      String path,
      String body,
      String... headers) {
    HttpRequest.Builder request =
        request(port, path, headers)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    try {
      return Reply.of(client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the health of a component. */
  public JsonObject health(String component) {
    Reply health = send(request(adminPort(), "/health"));
    if (health.status() != 200) {
      throw new AssertionError(health.body());
    }
    return health.json().getJsonObject("components").getJsonObject(component);
  }

  /** The sum of the samples of a metric. */
  public double metric(String name) {
    String text = send(request(adminPort(), "/metrics")).body();
    return text.lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  public RawHttp raw() throws IOException {
    return new RawHttp(port());
  }

  @Override
  public void close() {
    server.close();
  }
}
