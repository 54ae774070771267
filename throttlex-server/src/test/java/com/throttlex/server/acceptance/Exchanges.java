package com.throttlex.server.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** Steps that acceptance tests share: reading an answer, using up a limit, sending at once. */
final class Exchanges {
  private static final int AT_ONCE = 50;

  private Exchanges() {}

  /** Returns the body of an answer that has this status. */
  static JsonObject json(Reply reply, int status) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    return reply.json();
  }

  /** Sends a check until it is denied, and returns the denial; windows may end meanwhile. */
  static Reply denied(RunningServer service, String check, String... headers) {
    AtomicReference<Reply> last = new AtomicReference<>();
    Await.until(
        "a denial of " + check,
        () -> {
          last.set(service.check(check, headers));
          return last.get().status() == 429;
        });
    return last.get();
  }

  /** Returns how many of these checks are admitted when fifty come at a time. */
  static long admitted(List<RunningServer> nodes, int checks, String check) {
    long admitted = 0;
    for (int sent = 0; sent < checks; sent += AT_ONCE) {
      List<CompletableFuture<Integer>> answers =
          IntStream.range(sent, Math.min(sent + AT_ONCE, checks))
              .mapToObj(i -> status(nodes.get(i % nodes.size()), check))
              .toList();
      admitted += answers.stream().map(CompletableFuture::join).filter(s -> s == 200).count();
    }
    return admitted;
  }

  private static CompletableFuture<Integer> status(RunningServer node, String check) {
    HttpRequest request =
        node.request("/api/v1/check").POST(HttpRequest.BodyPublishers.ofString(check)).build();
    return node.client()
        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .thenApply(HttpResponse::statusCode);
  }

  /** Returns the seconds after which the limiter told the client to come back. */
  static long retryAfter(Reply denial) {
    return Long.parseLong(denial.header("Retry-After"));
  }
}
