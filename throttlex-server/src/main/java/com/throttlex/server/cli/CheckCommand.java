package com.throttlex.server.cli;

import com.throttlex.server.cli.ServiceClient.Answer;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Asks a running service one check. */
@Command(name = "check", description = "Asks a running service whether a request is allowed.")
final class CheckCommand implements Callable<Integer> {
  private static final String DEFAULT_URL = "http://127.0.0.1:8080";
  private static final String ACCESS_TOKEN = "THROTTLEX_ACCESS_TOKEN";
  private static final Pattern TOKEN = Pattern.compile("[!-~]{16,}");

  private final CommandContext surroundings;
  private final JsonObject body = new JsonObject();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The service; THROTTLEX_SERVER, or else " + DEFAULT_URL + ".")
  private @Nullable String url;

  @Option(
      names = "--access-token",
      paramLabel = "TOKEN",
      description =
          "The access token to send; by default THROTTLEX_ACCESS_TOKEN, or else none. Other users"
              + " of this machine can see options.")
  private @Nullable String accessToken;

  @Option(names = "--json", description = "Print the answer as it came.")
  private boolean json;

  CheckCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    String base = url == null ? surroundings.variable("THROTTLEX_SERVER", DEFAULT_URL) : url;
    Answer answer = new ServiceClient(base, access()).send("POST", "/api/v1/check", body, null);
    return switch (answer.status()) {
      case 200 -> print(answer, ExitCodes.OK);
      case 202, 429 -> print(answer, ExitCodes.NEGATIVE);
      // Capacity is wanting, or nobody could decide: only a decision says whether it is allowed.
      case 503 -> shed(answer, base);
      case 400 -> throw answer.failure(ExitCodes.USAGE, base);
      case 401 -> throw refused(answer, base);
      default -> throw answer.failure(ExitCodes.FAILURE, base);
    };
  }

  /** Returns the header with the access token, or no header if there is no token. */
  private Map<String, String> access() {
    String token = accessToken == null ? surroundings.variable(ACCESS_TOKEN, "") : accessToken;
    if (accessToken == null && token.isEmpty()) {
      return Map.of();
    }
    if (!TOKEN.matcher(token).matches()) {
      throw new CommandFailedException(
          ExitCodes.USAGE,
          "access token: a text of "
              + token.length()
              + " characters (expected: at least 16 visible ASCII characters, no blanks)");
    }
    return Map.of("X-ThrottleX-Token", token);
  }

  private static CommandFailedException refused(Answer answer, String base) {
    return new CommandFailedException(
        ExitCodes.USAGE,
        base
            + ": "
            + answer.complaint()
            + " (expected: one of the service's access tokens in --access-token or "
            + ACCESS_TOKEN
            + ")");
  }

  private int shed(Answer answer, String base) {
    if (!answer.isDecision()) {
      throw answer.failure(ExitCodes.FAILURE, base);
    }
    return print(answer, ExitCodes.NEGATIVE);
  }

  private int print(Answer answer, int exitCode) {
    JsonObject decision = answer.json();
    surroundings
        .out()
        .println(
            json
                ? answer.body()
                : new CheckWording(decision, surroundings.clock().instant()).text());
    return exitCode;
  }

  @Option(names = "--user", paramLabel = "ID", description = "Who asks.")
  void user(String text) {
    body.put("user", text);
  }

  @Option(names = "--ip", paramLabel = "ADDRESS", description = "The client's address.")
  void ip(String text) {
    body.put("ip", text);
  }

  @Option(names = "--api-key", paramLabel = "KEY", description = "The client's API key.")
  void apiKey(String text) {
    body.put("apiKey", text);
  }

  @Option(names = "--endpoint", paramLabel = "PATH", description = "What is asked for.")
  void endpoint(String text) {
    body.put("endpoint", text);
  }

  @Option(names = "--method", paramLabel = "METHOD", description = "The HTTP method.")
  void method(String text) {
    body.put("method", text);
  }

  @Option(names = "--service", paramLabel = "NAME", description = "The service asked.")
  void service(String text) {
    body.put("service", text);
  }

  @Option(names = "--tier", paramLabel = "TIER", description = "The user's tier.")
  void tier(String text) {
    body.put("tier", text);
  }

  @Option(
      names = "--priority",
      paramLabel = "CLASS",
      description = "One of critical, high, normal, low.")
  void priority(String text) {
    body.put("priority", text);
  }

  @Option(names = "--cost", paramLabel = "UNITS", description = "What it costs; 0 only asks.")
  void cost(long units) {
    body.put("cost", units);
  }

  @Option(
      names = "--attribute",
      paramLabel = "NAME=VALUE",
      description = "An attribute; may be repeated.")
  void attributes(Map<String, String> attributes) {
    JsonObject members = new JsonObject();
    attributes.forEach(members::put);
    body.put("attributes", members);
  }

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Checks of one key are charged once.")
  void idempotencyKey(String text) {
    body.put("idempotencyKey", text);
  }

  @Option(names = "--reserve", description = "Ask for a reservation, to settle later.")
  void reserve(boolean reserve) {
    body.put("reserve", reserve);
  }
}
