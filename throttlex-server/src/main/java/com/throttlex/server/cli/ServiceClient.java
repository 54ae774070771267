package com.throttlex.server.cli;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An HTTP client of a running service. */
final class ServiceClient {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The timeout of a change, which may be of thousands of rules. */
  private static final Duration LONG_PATIENCE = Duration.ofSeconds(60);

  private final String base;
  private final Map<String, String> headers;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /**
   * Creates a client of one service.
   *
   * @param base the URL that paths are added to
   * @param headers sent with every request
   */
  ServiceClient(String base, Map<String, String> headers) {
    this.base = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    this.headers = Map.copyOf(headers);
  }

  /**
   * Sends one request.
   *
   * @param ifMatch the entity tag that the target must still have, or null for any
   */
  Answer send(String method, String path, @Nullable JsonObject body, @Nullable String ifMatch) {
    HttpRequest.Builder request = request(path);
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.header("Content-Type", "application/json");
      request.method(method, BodyPublishers.ofString(body.encode()));
      request.timeout(LONG_PATIENCE);
    }
    if (ifMatch != null) {
      request.header("If-Match", ifMatch);
    }
    return send(request.build());
  }

  private HttpRequest.Builder request(String path) {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(base + path)).timeout(PATIENCE);
      headers.forEach(request::header);
      return request;
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException(
          ExitCodes.USAGE, "url: " + base + " (expected: a URL such as http://127.0.0.1:8080)");
    }
  }

  private Answer send(HttpRequest request) {
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      String etag = response.headers().firstValue("ETag").orElse("");
      return new Answer(response.statusCode(), response.body(), etag);
    } catch (IOException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(e);
    }
  }

  private CommandFailedException unreachable(Exception e) {
    String reason = "no answer, " + e.getClass().getSimpleName();
    return new CommandFailedException(
        ExitCodes.FAILURE, base + ": " + reason + " (expected: a running service)");
  }

  /**
   * An answer of the service.
   *
   * @param etag its entity tag, or an empty text
   */
  record Answer(int status, String body, String etag) {
    /** Returns the body as an object. */
    JsonObject json() {
      try {
        return new JsonObject(body);
      } catch (DecodeException e) {
        throw new CommandFailedException(
            ExitCodes.FAILURE, "answer: status " + status + " (expected: JSON)");
      }
    }

    /** Returns whether the answer is a decision, not an error. */
    boolean isDecision() {
      try {
        return new JsonObject(body).containsKey("allowed");
      } catch (DecodeException e) {
        return false;
      }
    }

    /** Returns the problems in the answer, one in each line. */
    String complaint() {
      JsonObject problem;
      try {
        problem = new JsonObject(body);
      } catch (DecodeException e) {
        return "status " + status;
      }
      JsonArray problems = problem.getJsonArray("problems", new JsonArray());
      String first = status + ": " + problem.getValue("detail", problem.getValue("title", "error"));
      return problems.stream().map(p -> "\n  " + p).collect(Collectors.joining("", first, ""));
    }

    /** Returns an exception with these problems. */
    CommandFailedException failure(int exitCode, String what) {
      return new CommandFailedException(exitCode, what + ": " + complaint());
    }
  }
}
