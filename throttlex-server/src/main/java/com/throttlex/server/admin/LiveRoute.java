package com.throttlex.server.admin;

import com.throttlex.server.access.RequestBody;
import com.throttlex.server.identity.Admin;
import com.throttlex.server.live.LiveFeed;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers with a stream of live numbers; the handler alone answers a {@code HEAD}. */
final class LiveRoute implements Route.Handler {
  private final AdminServices parts;

  LiveRoute(AdminServices parts) {
    this.parts = parts;
  }

  @Override
  public AdminAnswer answer(AdminCall call) {
    return new AdminAnswer(200, LiveFeed.TYPE, "", Map.of());
  }

  /**
   * Opens the stream of an admitted request, on its event loop.
   *
   * @return the refusal, or null if the stream is open
   */
  @Nullable AdminAnswer open(HttpServerRequest request, Context loop) {
    String authorization = request.getHeader("Authorization");
    Admin admin = parts.admins().admitted(authorization);
    if (admin == null) {
      return refusal(401, "Authorization: no longer valid (expected: a valid token)", Map.of());
    }
    RequestBody.drop(request);
    LiveFeed.Refusal refused =
        parts
            .live()
            .open(
                request, loop, admin.name(), () -> parts.admins().admitted(authorization) != null);
    return refused == null ? null : refusal(refused);
  }

  private AdminAnswer refusal(LiveFeed.Refusal refused) {
    Map<String, String> later = Map.of("Retry-After", "10");
    return refused == LiveFeed.Refusal.FULL
        ? refusal(503, streams(LiveFeed.MOST_STREAMS, "in all"), later)
        : refusal(429, streams(LiveFeed.MOST_OF_ONE, "for one administrator"), later);
  }

  private static String streams(int most, String whose) {
    return "streams: too many (expected: at most " + most + " " + whose + ")";
  }

  private AdminAnswer refusal(int status, String detail, Map<String, String> headers) {
    return new ProblemException(status, detail, List.of(), headers).answer(parts.time().nanos());
  }
}
