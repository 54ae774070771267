package com.throttlex.grpc;

import com.throttlex.admission.Admission;
import com.throttlex.admission.Admissions;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;
import com.throttlex.request.RequestContext;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * Limits the calls of a grpc-java server.
 *
 * <p>To rules a call is a {@code POST} of the endpoint {@code /package.Service/Method} of the
 * service {@code package.Service}. Headers and the API key are read from its metadata. A denied
 * call ends with {@code RESOURCE_EXHAUSTED}, a {@code google.rpc.RetryInfo} and trailers with the
 * limits. An admitted call gets the limits in its response headers. A malformed call ends with
 * {@code INVALID_ARGUMENT}. Concurrency slots are held until the call completes or is cancelled.
 *
 * <p>No thread waits for a decision or for a delay: an executor starts the call when it may
 * proceed.
 *
 * <p>Immutable: each method that changes something returns another interceptor.
 */
public final class ThrottleXServerInterceptor implements ServerInterceptor {
  private final Admissions admissions;
  private final RequestReader reader;
  private final CallDescription description;
  private final RateLimitHeaders limits;
  private final Executor executor;

  private ThrottleXServerInterceptor(
      Admissions admissions,
      RequestReader reader,
      CallDescription description,
      RateLimitHeaders limits,
      Executor executor) {
    this.admissions = admissions;
    this.reader = reader;
    this.description = description;
    this.limits = limits;
    this.executor = executor;
  }

  /**
   * Creates an interceptor that sends all limit headers.
   *
   * @param admissions decides; the second phase, if there is one, follows at once
   * @param reader has the trusted proxies and the name of the API key header
   */
  public static ThrottleXServerInterceptor of(Admissions admissions, RequestReader reader) {
    return new ThrottleXServerInterceptor(
        admissions, reader, CallDescription.NONE, RateLimitHeaders.all(), LateCalls.THREADS);
  }

  /** Returns an interceptor that adds fields to the request, such as its user. */
  public ThrottleXServerInterceptor describedBy(CallDescription description) {
    return new ThrottleXServerInterceptor(admissions, reader, description, limits, executor);
  }

  /** Returns an interceptor that sends other limit headers. */
  public ThrottleXServerInterceptor telling(RateLimitHeaders limits) {
    return new ThrottleXServerInterceptor(admissions, reader, description, limits, executor);
  }

  /** Returns an interceptor that uses an executor for calls that could not begin at once. */
  public ThrottleXServerInterceptor beginningOn(Executor executor) {
    return new ThrottleXServerInterceptor(admissions, reader, description, limits, executor);
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    return new CallStart<>(call, headers, next, limits).when(decide(call, headers), executor);
  }

  private CompletionStage<Admission> decide(ServerCall<?, ?> call, Metadata headers) {
    try {
      RequestContext request = new CallReader(reader, description).read(call, headers);
      return admissions.begin(request).thenCompose(begun -> admissions.complete(begun, request));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** A thread pool like the default of a server: it grows with the work, and shrinks to none. */
  private static final class LateCalls {
    static final Executor THREADS =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "throttlex-grpc");
              thread.setDaemon(true);
              return thread;
            });
  }
}
