package com.throttlex.server.grpc;

import com.google.protobuf.Message;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.jdbc.AuditEntry;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.server.access.AccessLab;
import com.throttlex.server.access.CounterResets;
import com.throttlex.server.envoy.EnvoyLimits;
import com.throttlex.server.envoy.Quotas;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;
import com.throttlex.test.ManualClock;
import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/** A door on a real port, and a real client in front of it. */
final class GrpcLab implements AutoCloseable {
  static final String RATE_LIMITER = "throttlex.v1.RateLimiter/";
  static final String ENVOY = "envoy.service.ratelimit.v3.RateLimitService/ShouldRateLimit";

  /** A Monday in UTC, ten seconds into a minute. */
  static final Instant START = Instant.parse("2026-09-21T00:00:10Z");

  final ManualClock time = new ManualClock(START);
  final Vertx vertx = Vertx.vertx();
  final ThrottleX throttlex;
  final Quotas quotas;
  final GrpcDoor door;
  final HttpServer server;
  final ManagedChannel channel;

  /** Complete when the first connection is closed and the server knows. */
  final CompletableFuture<Void> closed = new CompletableFuture<>();

  /** The entries of the audit trail. */
  final Queue<AuditEntry> trail = new ConcurrentLinkedQueue<>();

  private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();

  private GrpcLab(RuleBook rules, Store store, long maxRate) {
    throttlex = ThrottleX.of(rules, store, time);
    quotas = new Quotas(throttlex, 64);
    door =
        new GrpcDoor(
            vertx,
            throttlex,
            64,
            new EnvoyLimits(throttlex, RateLimitHeaders.all(), 64, time),
            quotas,
            AccessLab.limited(maxRate, time),
            new CounterResets(throttlex, trail::addAll, time));
    vertx.exceptionHandler(uncaught::add);
    server =
        vertx
            .createHttpServer()
            .connectionHandler(each -> each.closeHandler(v -> closed.complete(null)))
            .requestHandler(door)
            .listen(0)
            .await();
    channel = newChannel();
  }

  /** Opens a separate connection; the test closes it. */
  ManagedChannel newChannel() {
    return NettyChannelBuilder.forAddress("localhost", server.actualPort()).usePlaintext().build();
  }

  /** Opens a connection that takes only 64 KiB at once of a message that nobody reads. */
  ManagedChannel newNarrowChannel() {
    return NettyChannelBuilder.forAddress("localhost", server.actualPort())
        .usePlaintext()
        .flowControlWindow(65_535)
        .build();
  }

  static GrpcLab of(RuleBook rules) {
    return of(rules, new MemoryStore());
  }

  static GrpcLab of(RuleBook rules, Store store) {
    return of(rules, store, 0);
  }

  /** Returns a lab whose node takes so many checks a second. */
  static GrpcLab of(RuleBook rules, Store store, long maxRate) {
    return new GrpcLab(rules, store, maxRate);
  }

  <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String name, Q question, A answer) {
    return method(name, ProtoUtils.marshaller(question), ProtoUtils.marshaller(answer));
  }

  private static <Q, A> MethodDescriptor<Q, A> method(
      String name, Marshaller<Q> questions, Marshaller<A> answers) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(name)
        .setRequestMarshaller(questions)
        .setResponseMarshaller(answers)
        .build();
  }

  /** A method whose messages are any bytes. */
  MethodDescriptor<byte[], byte[]> bytesMethod(String name) {
    return method(name, BYTES, BYTES);
  }

  /** Calls a method and waits for the answer; the last argument is any message of its type. */
  @SuppressWarnings("unchecked") // a message's default instance is of its own type
  <Q extends Message, A extends Message> A call(String name, Q question, A answer) {
    Q prototype = (Q) question.getDefaultInstanceForType();
    return ClientCalls.blockingUnaryCall(
        channel, method(name, prototype, answer), CallOptions.DEFAULT, question);
  }

  /** Calls a method with an admin token, or without a credential if the token is null. */
  @SuppressWarnings("unchecked") // a message's default instance is of its own type
  <Q extends Message, A extends Message> A callAs(
      @Nullable String token, String name, Q question, A answer) {
    Metadata headers = new Metadata();
    if (token != null) {
      headers.put(
          Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
    }
    Q prototype = (Q) question.getDefaultInstanceForType();
    return ClientCalls.blockingUnaryCall(
        ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers)),
        method(name, prototype, answer),
        CallOptions.DEFAULT,
        question);
  }

  /** Asks {@code CheckRateLimit}. */
  CheckResponse check(CheckRequest.Builder request) {
    return call(
        RATE_LIMITER + "CheckRateLimit", request.build(), CheckResponse.getDefaultInstance());
  }

  /** A rule that counts in fixed windows by one part. */
  static RuleBuilder fixed(String id, String limit, String key) {
    return Rule.builder(id).key(key).limits(limit).algorithm(Algorithm.FIXED_WINDOW);
  }

  /** The status with which bytes are answered that need not be a message. */
  Status statusOf(String name, byte[] bytes, CallOptions options) {
    try {
      ClientCalls.blockingUnaryCall(channel, bytesMethod(name), options, bytes);
      return Status.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
  }

  Status statusOf(String name, Message question) {
    return statusOf(name, question.toByteArray(), CallOptions.DEFAULT);
  }

  static void assertStatus(Status status, Status.Code code, String text) {
    Assertions.assertThat(status.getCode()).as("%s", status).isEqualTo(code);
    Assertions.assertThat(status.getDescription()).contains(text);
  }

  /** Returns what no handler of the server has caught. */
  Queue<Throwable> uncaught() {
    return uncaught;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.close().await();
    vertx.close().await();
    throttlex.close();
    Assertions.assertThat(uncaught).isEmpty();
  }

  private static final Marshaller<byte[]> BYTES =
      new Marshaller<>() {
        @Override
        public InputStream stream(byte[] bytes) {
          return new ByteArrayInputStream(bytes);
        }

        @Override
        public byte[] parse(InputStream in) {
          try {
            return in.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };
}
