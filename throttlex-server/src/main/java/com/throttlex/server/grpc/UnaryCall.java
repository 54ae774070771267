package com.throttlex.server.grpc;

import com.google.protobuf.Message;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.grpc.common.GrpcMessage;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.server.GrpcServerRequest;
import io.vertx.grpc.server.StatusException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One call of a method: reads one message and the end of the stream, and answers once.
 *
 * <p>It runs on the call's own context; a late answer is moved to that context.
 */
final class UnaryCall<Q extends Message, A extends Message> implements Handler<GrpcMessage> {
  private final UnaryMethod<Q, A> method;
  private final GrpcServerRequest<Q, A> request;
  private @Nullable GrpcMessage message;
  private boolean over;
  private boolean gone;

  UnaryCall(UnaryMethod<Q, A> method, GrpcServerRequest<Q, A> request) {
    this.method = method;
    this.request = request;
  }

  void start() {
    request.invalidMessageHandler(invalid -> tooLarge());
    request.errorHandler(error -> over = true);
    request.exceptionHandler(closed -> gone = true);
    request.messageHandler(this).endHandler(end -> end());
  }

  private void tooLarge() {
    A instead = method.instead();
    if (instead == null) {
      fail(RefusedMessageException.tooLarge().status());
    } else {
      request.messageHandler(null).endHandler(null).invalidMessageHandler(null);
      deliver(instead, null);
    }
  }

  @Override
  public void handle(GrpcMessage next) {
    if (message != null) {
      fail(new StatusException(GrpcStatus.INVALID_ARGUMENT, "messages: several (expected: one)"));
    }
    message = next;
  }

  private void end() {
    if (over) {
      return;
    }
    GrpcMessage only = message;
    if (only == null) {
      fail(new StatusException(GrpcStatus.INVALID_ARGUMENT, "messages: none (expected: one)"));
      return;
    }
    try {
      await(method.answer(only, request));
    } catch (Throwable e) {
      fail(GrpcFailures.thrown(e));
    }
  }

  private void await(CompletionStage<A> stage) {
    if (stage.toCompletableFuture().isDone()) {
      stage.whenComplete(this::deliver);
    } else {
      Context context = Vertx.currentContext();
      stage.whenComplete((answer, e) -> context.runOnContext(v -> deliver(answer, e)));
    }
  }

  private void deliver(@Nullable A answer, @Nullable Throwable failure) {
    if (answer == null) {
      fail(GrpcFailures.late(failure));
    } else if (over || gone) {
      undelivered(answer);
    } else {
      over = true;
      request.response().end(answer).onFailure(failed -> undelivered(answer));
    }
  }

  /** Takes back an answer that comes after the client cancelled the call or disconnected. */
  private void undelivered(A answer) {
    GrpcMessage only = message;
    if (only != null) {
      method.undelivered(only, answer);
    }
  }

  private void fail(StatusException failure) {
    if (!over) {
      over = true;
      GrpcFailures.end(request, failure);
    }
  }
}
