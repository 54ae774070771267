package com.throttlex.server.http;

import com.throttlex.Answers;
import com.throttlex.Decision;
import com.throttlex.http.DecisionJson;
import com.throttlex.http.ProblemJson;
import com.throttlex.http.Refusal;
import com.throttlex.queue.Ticket;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.access.RequestIds;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Answers checks that arrive elsewhere than at the HTTP door, with the door's answers. */
public final class DirectChecks {
  private final HttpDoor.Parts parts;
  private final Overflow overflow;

  /**
   * An answer.
   *
   * @param type the media type of the body
   */
  public record Reply(int status, String type, String body, Map<String, String> headers) {}

  /** Decides with the parts of a door. */
  public DirectChecks(HttpDoor.Parts parts) {
    this.parts = parts;
    overflow = new Overflow(parts.queue());
  }

  /**
   * Returns the answer to a check; may block. The {@code Authorization} of the headers is not that
   * of a user, and is ignored.
   *
   * @throws com.throttlex.request.InvalidRequestException when the check is malformed
   */
  public Reply answer(MultiMap headers, String body) {
    parts.access().callers().count(1);
    MultiMap described = MultiMap.caseInsensitiveMultiMap().addAll(headers);
    described.remove(HttpHeaders.AUTHORIZATION);
    CheckBody asked = CheckJson.one(body.getBytes(StandardCharsets.UTF_8));
    RequestContext context =
        asked
            .context(Caller.of(described, parts), parts.ipv6Prefix())
            .withRequestId(RequestIds.of(headers));
    RuleBook book = parts.throttlex().rules();
    Decision decision = Answers.await(parts.throttlex().checkAsync(context, book));
    Optional<Ticket> ticket =
        Overflow.takes(asked, context, decision, book)
            ? Answers.await(overflow.offer(context))
            : Optional.empty();
    return reply(decision, ticket);
  }

  private Reply reply(Decision decision, Optional<Ticket> ticket) {
    Map<String, String> limits = new LinkedHashMap<>();
    parts.headers().render(decision, limits::put);
    if (decision.allowed()) {
      return new Reply(200, "application/json", DecisionJson.body(decision), limits);
    } else if (ticket.isPresent()) {
      HttpAnswer.RETRY.forEach(limits::remove);
      String queued = HttpAnswer.queuedText(decision, ticket, parts);
      return new Reply(202, "application/json", queued, limits);
    }
    String denial = HttpAnswer.text(decision, parts);
    return new Reply(Refusal.status(decision), ProblemJson.MEDIA_TYPE, denial, limits);
  }
}
