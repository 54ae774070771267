package com.throttlex.server.http;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.access.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers several checks in one request, one after the other in their order. */
final class BatchDoor {
  private static final int MOST_CHECKS = 1000;

  private final HttpDoor.Parts parts;
  private final ThrottleX throttlex;
  private final Overflow overflow;
  private final int ipv6Prefix;
  private final Access access;

  BatchDoor(HttpDoor.Parts parts, Overflow overflow) {
    this.parts = parts;
    throttlex = parts.throttlex();
    ipv6Prefix = parts.ipv6Prefix();
    access = parts.access().callers();
    this.overflow = overflow;
  }

  /** One request: its checks, and the answers so far. */
  private record Batch(HttpExchange exchange, List<CheckBody> asked, List<String> answered) {
    boolean isComplete() {
      return answered.size() == asked.size();
    }

    CheckBody next() {
      return asked.get(answered.size());
    }
  }

  void answer(HttpExchange exchange) {
    List<CheckBody> asked = CheckJson.list(exchange.body(), MOST_CHECKS);
    access.count(Math.max(0, asked.size() - 1)); // the request itself counted as one
    answer(new Batch(exchange, asked, new ArrayList<>(asked.size())));
  }

  /**
   * Decides the next checks until one waits for the store. A malformed check gets its problems as
   * answer.
   */
  private void answer(Batch batch) {
    HttpAnswer answer = batch.exchange.answer();
    while (!batch.isComplete()) {
      CompletionStage<String> decided;
      try {
        decided = decide(batch);
      } catch (InvalidRequestException e) {
        batch.answered.add(answer.problemText(e));
        continue;
      } catch (RuntimeException e) {
        answer.undelivered(); // the client gets only the failure
        throw e;
      }
      if (!isThere(decided)) {
        await(decided, batch);
        return;
      }
      batch.answered.add(decided.toCompletableFuture().join());
    }
    answer.json("[" + String.join(",", batch.answered) + "]");
  }

  private CompletionStage<String> decide(Batch batch) {
    CheckBody element = batch.next();
    Caller caller = batch.exchange.caller().ofElement(batch.answered.size());
    RequestContext context =
        element.context(caller, ipv6Prefix).withRequestId(batch.exchange.requestId());
    RuleBook book = throttlex.rules();
    return throttlex
        .checkAsync(context, book)
        .thenCompose(
            decision -> {
              batch.exchange.answer().add(context, decision);
              return text(element, context, decision, book);
            });
  }

  private void await(CompletionStage<String> decided, Batch batch) {
    CompletionStage<String> watched =
        decided.whenComplete(
            (answer, failure) -> {
              if (failure != null) {
                batch.exchange.answer().undelivered(); // the client gets only the failure
              }
            });
    batch.exchange.then(
        watched,
        answer -> {
          batch.answered.add(answer);
          answer(batch);
        });
  }

  private static boolean isThere(CompletionStage<String> decided) {
    return decided.toCompletableFuture().isDone()
        && !decided.toCompletableFuture().isCompletedExceptionally();
  }

  private CompletionStage<String> text(
      CheckBody asked, RequestContext context, Decision decision, RuleBook book) {
    return Overflow.takes(asked, context, decision, book)
        ? overflow
            .offer(context)
            .thenApply(ticket -> HttpAnswer.queuedText(decision, ticket, parts))
        : CompletableFuture.completedFuture(HttpAnswer.text(decision, parts));
  }
}
