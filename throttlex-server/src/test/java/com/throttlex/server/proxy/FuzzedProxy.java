package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RawHttp.Answer;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.Together;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A proxy that gets random requests, in front of an application that answers with what it read.
 *
 * <p>The answer of the proxy names the rules that applied. So each answer shows how the limiter and
 * the application read the same request.
 */
final class FuzzedProxy implements AutoCloseable {
  private static final int THREADS = 8;
  private static final int PATIENCE_MILLIS = 200;
  private static final Pattern POLICY = Pattern.compile("\"([a-z]+)\";");
  private static final Pattern FIRST_SEGMENT = Pattern.compile("/([^/?;]*).*");
  private static final Pattern API = Pattern.compile("(?i)api\\.example(:[0-9]+)?");
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: admin, match: {endpoint: /admin/**}, key: [global], limits: 1000000000/1s}
        - {id: write, match: {methods: [POST]}, key: [global], limits: 1000000000/1s}
        - {id: api, match: {attributes: {host: api.example}}, key: [global], limits: 1000000000/1s}
        - {id: tenant, key: ["header:x-tenant"], limits: 1000000000/1s}
        - {id: key, key: [api-key], limits: 1000000000/1s}
      """;

  private final RunningServer server;

  /** What came back: answers of the application, and refusals of the proxy. */
  record Outcome(int answers, int refusals) {}

  FuzzedProxy(Path folder, String upstream) throws IOException {
    server =
        RunningServer.startProxy(
            folder, RULES, "    - {id: app, upstreams: [\"%s\"]}\n".formatted(upstream));
  }

  int port() {
    return server.proxyPort();
  }

  /** Sends random requests from several threads, and compares what both sides read. */
  Outcome fuzz(long seed, int requests) {
    List<Outcome> outcomes =
        Together.run(
            THREADS,
            thread -> {
              int answers = 0;
              int refusals = 0;
              for (int i = thread; i < requests; i += THREADS) {
                Outcome one = send(seed + i);
                answers += one.answers;
                refusals += one.refusals;
              }
              return new Outcome(answers, refusals);
            });
    return new Outcome(
        outcomes.stream().mapToInt(Outcome::answers).sum(),
        outcomes.stream().mapToInt(Outcome::refusals).sum());
  }

  private Outcome send(long seed) throws IOException {
    String id = "case-" + seed + ".";
    String request = new RandomRequests(seed, id).next();
    int answers = 0;
    int refusals = 0;
    for (Answer answer : answers(request)) {
      if (answer.headers().containsKey("x-seen-method")) {
        answers++;
        compare(request, id, answer);
      } else {
        refusals++;
      }
    }
    return new Outcome(answers, refusals);
  }

  /** Returns the answers up to the end of the connection, or until the proxy waits for more. */
  private List<Answer> answers(String request) throws IOException {
    List<Answer> answers = new ArrayList<>();
    try (RawHttp client = new RawHttp(server.proxyPort()).patience(PATIENCE_MILLIS)) {
      client.send(request);
      for (Answer answer = next(client); answer.status() != 0; answer = next(client)) {
        answers.add(answer);
      }
    } catch (SocketTimeoutException waits) {
      // an incomplete request; its connection is closed
    }
    return answers;
  }

  /** The answer to HEAD has no body, whatever its length. */
  private static Answer next(RawHttp client) throws IOException {
    return client.answer(headers -> !"HEAD".equals(headers.get("x-seen-method")));
  }

  private static void compare(String request, String id, Answer answer) {
    Map<String, String> headers = answer.headers();
    Set<String> read = new TreeSet<>();
    add(read, "admin", isAdmin(headers.get("x-seen-path")));
    add(read, "write", headers.get("x-seen-method").equals("POST"));
    add(read, "api", API.matcher(headers.getOrDefault("x-seen-host", "")).matches());
    add(read, "tenant", !headers.getOrDefault("x-seen-x-tenant", "").isEmpty());
    add(read, "key", !headers.getOrDefault("x-seen-x-api-key", "").isEmpty());
    Set<String> limited = new TreeSet<>();
    POLICY
        .matcher(headers.getOrDefault("ratelimit-policy", ""))
        .results()
        .forEach(found -> limited.add(found.group(1).toLowerCase(Locale.ROOT)));
    assertThat(limited).as("limits of %s, answered by %s", shown(request), headers).isEqualTo(read);
    String its = headers.getOrDefault("x-seen-x-case", id).split("[, ]", 2)[0]; // or folded
    assertThat(request).as("an answer to it: %s", headers).contains(its);
  }

  /** Returns a text with visible line ends. */
  private static String shown(String request) {
    return request.replace("\r", "\\r").replace("\n", "\\n\n").replace("\0", "\\0");
  }

  private static boolean isAdmin(String path) {
    String segment = FIRST_SEGMENT.matcher(path).replaceFirst("$1").replace("+", "%2B");
    return URLDecoder.decode(segment, StandardCharsets.UTF_8).equalsIgnoreCase("admin");
  }

  private static void add(Set<String> names, String name, boolean applies) {
    if (applies) {
      names.add(name);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
