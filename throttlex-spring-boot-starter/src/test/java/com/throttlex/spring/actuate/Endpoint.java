package com.throttlex.spring.actuate;

import com.throttlex.spring.App;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.springframework.boot.json.JsonParserFactory;

/** Calls the endpoint of an application. */
final class Endpoint {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final App app;

  Endpoint(App app) {
    this.app = app;
  }

  record Answer(int status, Map<String, Object> body) {
    List<Object> list(String name) {
      return List.copyOf((List<?>) body.get(name));
    }

    Map<?, ?> map(String name) {
      return (Map<?, ?>) body.get(name);
    }

    String problems() {
      return String.valueOf(body.get("problems"));
    }
  }

  Answer get(String rest) throws Exception {
    return call("GET", "/actuator/throttlex" + rest, "");
  }

  Answer delete(String rest) throws Exception {
    return call("DELETE", "/actuator/throttlex" + rest, "");
  }

  Answer explain(String json) throws Exception {
    return call("POST", "/actuator/throttlex", json);
  }

  Answer call(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(app.uri(path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    var answer = CLIENT.send(request, BodyHandlers.ofString());
    return new Answer(
        answer.statusCode(), JsonParserFactory.getJsonParser().parseMap(answer.body()));
  }
}
