package com.throttlex.grpc;

import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admission;
import com.throttlex.http.RateLimitHeaders;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The start of one call: at once if the decision is already there, or else later. */
final class CallStart<Q, A> {
  private static final System.Logger LOG =
      System.getLogger(ThrottleXServerInterceptor.class.getName());

  private final ServerCall<Q, A> call;
  private final Metadata metadata;
  private final ServerCallHandler<Q, A> next;
  private final RateLimitHeaders limits;
  private final Context context = Context.current();

  CallStart(
      ServerCall<Q, A> call,
      Metadata metadata,
      ServerCallHandler<Q, A> next,
      RateLimitHeaders limits) {
    this.call = call;
    this.metadata = metadata;
    this.next = next;
    this.limits = limits;
  }

  /** Starts the call in this thread if it is admitted at once, and on the executor otherwise. */
  ServerCall.Listener<Q> when(CompletionStage<Admission> decided, Executor executor) {
    CompletableFuture<Admission> future = decided.toCompletableFuture();
    if (future.isDone() && !future.isCompletedExceptionally()) {
      Admission admission = future.join();
      if (admission.allowed() && admission.delayNanos() == 0) {
        return begin(admission);
      }
    }
    DeferredListener<Q> listener = new DeferredListener<>();
    decided.whenComplete((admission, failure) -> decided(admission, failure, listener, executor));
    return listener;
  }

  private void decided(
      @Nullable Admission admission,
      @Nullable Throwable failure,
      DeferredListener<Q> listener,
      Executor executor) {
    if (admission == null) {
      refuse(GrpcDenial.undecided(failure == null ? new IllegalStateException() : failure));
    } else if (!admission.allowed()) {
      refuse(GrpcDenial.denial(admission.decision(), limits));
      admission.end();
    } else {
      listener.whenGone(() -> admission.end(Outcome.UNKNOWN));
      after(admission.delayNanos(), executor)
          .execute(context.wrap(() -> beginLate(admission, listener)));
    }
  }

  private static Executor after(long delayNanos, Executor executor) {
    return delayNanos == 0
        ? executor
        : CompletableFuture.delayedExecutor(delayNanos, TimeUnit.NANOSECONDS, executor);
  }

  private void refuse(GrpcDenial refusal) {
    call.close(refusal.status(), refusal.trailers());
  }

  private ServerCall.Listener<Q> begin(Admission admission) {
    try {
      LimitedCall<Q, A> limited = new LimitedCall<>(call, admission.decision(), limits);
      return new EndingListener<>(
          next.startCall(limited, metadata), outcome -> admission.end(limited.or(outcome)));
    } catch (RuntimeException | Error e) {
      admission.end(Outcome.FAILURE);
      throw e;
    }
  }

  /** Starts a call late. It handles errors in the same way as the server. */
  private void beginLate(Admission admission, DeferredListener<Q> listener) {
    if (!listener.begin()) {
      return;
    }
    try {
      listener.pass(begin(admission));
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.WARNING, "A call failed with an unexpected error", e);
      admission.end(Outcome.FAILURE);
      close(e);
      listener.pass(new ServerCall.Listener<>() {});
    }
  }

  private void close(Throwable e) {
    try {
      call.close(
          Status.UNKNOWN.withDescription("Application error processing RPC").withCause(e),
          new Metadata());
    } catch (IllegalStateException closedBefore) {
      LOG.log(System.Logger.Level.DEBUG, "The call was already closed", closedBefore);
    }
  }
}
