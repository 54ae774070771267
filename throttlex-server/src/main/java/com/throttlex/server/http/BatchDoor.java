package com.throttlex.server.http;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers several checks in one request: one after the other, in order. */
final class BatchDoor {
  private static final int MOST_CHECKS = 1000;

  private final ThrottleX throttlex;
  private final Overflow overflow;
  private final int ipv6Prefix;
  private final Answers answers;
  private final Completion completion;

  BatchDoor(
      ThrottleX throttlex,
      Overflow overflow,
      int ipv6Prefix,
      Answers answers,
      Completion completion) {
    this.throttlex = throttlex;
    this.overflow = overflow;
    this.ipv6Prefix = ipv6Prefix;
    this.answers = answers;
    this.completion = completion;
  }

  /** One request: its checks, and the answers until now. */
  private record Batch(
      HttpServerRequest request,
      Caller caller,
      List<CheckBody> asked,
      List<String> answered,
      Delivery delivery) {
    boolean isComplete() {
      return answered.size() == asked.size();
    }

    CheckBody next() {
      return asked.get(answered.size());
    }
  }

  void answer(HttpServerRequest request, Caller caller, byte[] body) {
    List<CheckBody> asked = CheckJson.list(body, MOST_CHECKS);
    Delivery delivery = new Delivery(throttlex, request.response());
    answer(new Batch(request, caller, asked, new ArrayList<>(asked.size()), delivery));
  }

  /**
   * Goes on until a check waits for the store; an element that is malformed is answered as such.
   */
  private void answer(Batch batch) {
    while (!batch.isComplete()) {
      CompletionStage<String> decided;
      try {
        decided = decide(batch);
      } catch (InvalidRequestException e) {
        batch.answered.add(answers.problemText(400, e));
        continue;
      } catch (RuntimeException e) {
        batch.delivery.failed(); // the client hears of the failure only
        throw e;
      }
      if (!isThere(decided)) {
        await(decided, batch);
        return;
      }
      batch.answered.add(decided.toCompletableFuture().join());
    }
    batch.delivery.send(
        () -> answers.json(batch.request.response(), "[" + String.join(",", batch.answered) + "]"));
  }

  private CompletionStage<String> decide(Batch batch) {
    CheckBody element = batch.next();
    Caller caller = batch.caller.ofElement(batch.answered.size());
    RequestContext context = element.context(caller, ipv6Prefix);
    return throttlex
        .checkAsync(context)
        .thenCompose(
            decision -> {
              batch.delivery.of(context, decision);
              return text(element, context, decision);
            });
  }

  private void await(CompletionStage<String> decided, Batch batch) {
    CompletionStage<String> watched =
        decided.whenComplete(
            (answer, failure) -> {
              if (failure != null) {
                batch.delivery.failed(); // the client hears of the failure only
              }
            });
    completion.then(
        watched,
        batch.request,
        answer -> {
          batch.answered.add(answer);
          answer(batch);
        });
  }

  private static boolean isThere(CompletionStage<String> decided) {
    return decided.toCompletableFuture().isDone()
        && !decided.toCompletableFuture().isCompletedExceptionally();
  }

  private CompletionStage<String> text(CheckBody asked, RequestContext context, Decision decision) {
    return overflow.takes(asked, context, decision)
        ? overflow.offer(context).thenApply(ticket -> Answers.queuedText(decision, ticket))
        : CompletableFuture.completedFuture(Answers.text(decision));
  }
}
