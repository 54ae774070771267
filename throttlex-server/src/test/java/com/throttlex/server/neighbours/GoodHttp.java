package com.throttlex.server.neighbours;

import com.throttlex.server.RunningServer;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** An HTTP client that sends several checks at once; HTTP/2 uses one connection. */
final class GoodHttp implements Neighbour {
  private static final int MOST_AT_ONCE = 10;

  private final HttpClient client;
  private final URI check;
  private final SplittableRandom random;

  GoodHttp(HttpClient.Version version, int port, SplittableRandom random) {
    client =
        version == HttpClient.Version.HTTP_2
            ? RunningServer.http2(port)
            : HttpClient.newBuilder().version(version).build();
    check = URI.create("http://127.0.0.1:" + port + "/api/v1/check");
    this.random = random;
  }

  @Override
  public void next() {
    List<CompletableFuture<?>> asked = new ArrayList<>();
    int count =
        client.version() == HttpClient.Version.HTTP_1_1 ? 1 : 1 + random.nextInt(MOST_AT_ONCE);
    for (int i = 0; i < count; i++) {
      int cost = 1 + random.nextInt(Users.LIMIT);
      HttpRequest request =
          HttpRequest.newBuilder(check)
              .timeout(Duration.ofSeconds(30))
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      Users.body(Long.toHexString(random.nextLong()), cost)))
              .build();
      asked.add(
          client
              .sendAsync(request, HttpResponse.BodyHandlers.ofString())
              .thenAccept(answer -> judge(answer, cost)));
    }
    asked.forEach(CompletableFuture::join);
  }

  private void judge(HttpResponse<String> answer, int cost) {
    String door = client.version().toString();
    if (answer.statusCode() != 200) {
      throw new AssertionError(door + ": heard " + answer.statusCode() + " " + answer.body());
    }
    Users.requireRemaining(door, new JsonObject(answer.body()).getLong("remaining"), cost);
  }

  @Override
  public void close() {}
}
