package com.throttlex.examples.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The shop answers every command of the README with the status that stands behind it. */
@Timeout(120)
class ShopTest {
  private static final Pattern COMMAND =
      Pattern.compile(
          "curl -i (?:-X (?<method>\\w+) )?localhost:8080(?<path>\\S+)"
              + "(?: -H '(?<header>[^:]+): (?<value>[^']+)')? +# (?<status>\\d+)");

  private final HttpClient http = HttpClient.newHttpClient();
  private Shop shop;

  @BeforeEach
  void open() throws Exception {
    shop = Shop.open(Path.of("rules.yml"), 0);
  }

  @AfterEach
  void close() {
    shop.close();
  }

  private static List<String> commands() throws IOException {
    return Files.readAllLines(Path.of("README.md")).stream()
        .filter(line -> line.startsWith("curl "))
        .toList();
  }

  private HttpResponse<String> run(Matcher command) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + shop.port() + command.group("path"));
    String method = command.group("method");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .method(method == null ? "GET" : method, HttpRequest.BodyPublishers.noBody());
    if (command.group("header") != null) {
      request.header(command.group("header"), command.group("value"));
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void commandsOfTheReadme_areAnsweredAsItSays() throws Exception {
    assertThat(commands()).hasSizeGreaterThan(12);
    for (String line : commands()) {
      Matcher command = COMMAND.matcher(line);
      assertThat(command.matches()).as(line).isTrue();

      HttpResponse<String> response = run(command);

      assertThat(response.statusCode())
          .as(line)
          .isEqualTo(Integer.parseInt(command.group("status")));
      assertHeaders(line, response);
    }
  }

  private static void assertHeaders(String line, HttpResponse<String> response) {
    Map<String, List<String>> headers = response.headers().map();
    if (response.statusCode() != 400) {
      assertThat(headers).as(line).containsKeys("ratelimit", "x-ratelimit-remaining");
    }
    if (response.statusCode() == 429) {
      assertThat(headers).as(line).containsKey("retry-after");
      assertThat(response.headers().firstValue("content-type").orElse(""))
          .startsWith("application/problem+json");
    }
  }
}
