package com.throttlex.server.grpc;

import com.throttlex.protocol.envoy.RateLimitQuotaResponse;
import com.throttlex.protocol.envoy.RateLimitQuotaUsageReports;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.server.access.Access;
import com.throttlex.server.envoy.QuotaProxy;
import com.throttlex.server.envoy.Quotas;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;
import io.vertx.grpc.common.GrpcMessage;
import io.vertx.grpc.server.GrpcServerRequest;
import io.vertx.grpc.server.StatusException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The stream of one proxy: usage reports in, assignments out.
 *
 * <p>It runs on the call's own context. An error of the proxy ends its stream and no other.
 */
final class QuotaStream implements QuotaProxy.Sink {
  private static final MessageReader<RateLimitQuotaUsageReports> READER =
      new MessageReader<>(RateLimitQuotaUsageReports.parser(), QuotaService.MAX_SIZE);

  /** The most bytes of assignments that wait for a proxy that does not read. */
  private static final long MOST_WAITING = 1024 * 1024;

  /** The most bytes that wait for a proxy that reads. */
  private static final long MOST_BEHIND = 64 * 1024;

  private final GrpcServerRequest<RateLimitQuotaUsageReports, RateLimitQuotaResponse> request;
  private final Quotas quotas;
  private final Access access;
  private final Consumer<QuotaStream> closed;
  private final Context context = Vertx.currentContext();
  private volatile @Nullable QuotaProxy proxy;
  private volatile boolean over;

  /** The bytes that Vert.x has not written yet; its own bound does not count what HTTP/2 holds. */
  private final AtomicLong waiting = new AtomicLong();

  QuotaStream(
      GrpcServerRequest<RateLimitQuotaUsageReports, RateLimitQuotaResponse> request,
      Quotas quotas,
      Access access,
      Consumer<QuotaStream> closed) {
    this.request = request;
    this.quotas = quotas;
    this.access = access;
    this.closed = closed;
  }

  void start() {
    request.invalidMessageHandler(invalid -> fail(RefusedMessageException.tooLarge().status()));
    request.errorHandler(error -> close());
    request.exceptionHandler(error -> close());
    request.response().exceptionHandler(error -> close());
    request.endHandler(end -> finish());
    request.messageHandler(this::report);
    try {
      proxy = quotas.open(peer(), this);
    } catch (InvalidRequestException e) {
      fail(GrpcFailures.thrown(e));
    }
  }

  private void report(GrpcMessage message) {
    if (over) {
      return;
    }
    try {
      access.count(1);
      RateLimitQuotaUsageReports reports = READER.read(message);
      access.count(Math.max(0, reports.getBucketQuotaUsagesCount() - 1));
      quotas.report(Objects.requireNonNull(proxy), reports);
    } catch (Throwable e) {
      fail(GrpcFailures.thrown(e));
    }
  }

  private String peer() {
    SocketAddress address = request.connection().remoteAddress();
    return address == null ? "unknown" : String.valueOf(address);
  }

  @Override
  public boolean isReady() {
    return !over && waiting.get() <= MOST_BEHIND;
  }

  @Override
  public void send(RateLimitQuotaResponse message) {
    context.runOnContext(v -> write(message));
  }

  private void write(RateLimitQuotaResponse message) {
    if (over) {
      return;
    }
    if (waiting.get() > MOST_WAITING) {
      abort();
      return;
    }
    int size = message.getSerializedSize();
    waiting.addAndGet(size);
    request
        .response()
        .write(message)
        .onComplete(
            written -> {
              waiting.addAndGet(-size);
              if (written.failed()) {
                close();
              }
            });
  }

  @Override
  public void reset() {
    context.runOnContext(v -> abort());
  }

  /** Resets the stream: what waits to be written is dropped. */
  private void abort() {
    if (!over) {
      close();
      request.response().cancel();
    }
  }

  /** Ends the stream, from any thread. */
  void end(StatusException reason) {
    context.runOnContext(v -> fail(reason));
  }

  private void fail(StatusException reason) {
    if (!over) {
      close();
      GrpcFailures.end(request, reason);
    }
  }

  private void finish() {
    if (!over) {
      close();
      request.response().end();
    }
  }

  private void close() {
    over = true;
    closed.accept(this);
    QuotaProxy known = proxy;
    if (known != null) {
      quotas.close(known);
    }
  }
}
