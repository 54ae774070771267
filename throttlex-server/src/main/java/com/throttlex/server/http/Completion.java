package com.throttlex.server.http;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.server.access.AccessException;
import com.throttlex.server.access.RefusedBody;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees to it that every request is answered, whatever becomes of the work on it. */
final class Completion {
  private static final Logger LOG = LoggerFactory.getLogger(Completion.class);

  private final Answers answers;

  Completion(Answers answers) {
    this.answers = answers;
  }

  /** Does the work; what is wrong with the request or with the work becomes the answer. */
  void guarded(HttpServerRequest request, Runnable work) {
    try {
      work.run();
    } catch (InvalidRequestException e) {
      answers.malformed(request.response(), e);
    } catch (AccessException e) {
      answers.refused(request.response(), e);
      RefusedBody.bound(request);
    } catch (RuntimeException e) {
      LOG.error("request failed", e);
      answers.problem(
          request.response(), 500, "The request could not be handled; the log says why.");
    } catch (Throwable e) { // an error of the JVM closes this connection only
      LOG.error("HTTP connection closed: a request failed", e);
      request.connection().close();
    }
  }

  /** Goes on with the result when it is there, on the event loop of the request. */
  <T> void then(CompletionStage<T> stage, HttpServerRequest request, Consumer<T> next) {
    Context loop = stage.toCompletableFuture().isDone() ? null : Vertx.currentContext();
    stage.whenComplete(
        (result, failure) -> {
          if (loop == null) {
            go(result, failure, request, next);
          } else {
            loop.runOnContext(later -> go(result, failure, request, next));
          }
        });
  }

  private <T> void go(
      T result, @Nullable Throwable failure, HttpServerRequest request, Consumer<T> next) {
    if (failure == null) {
      guarded(request, () -> next.accept(result));
    } else {
      LOG.warn("store unavailable; a request is answered with 503", failure);
      answers.problem(request.response(), 503, "Rate limits are temporarily unavailable.");
    }
  }
}
