package com.throttlex.grpc;

import com.google.protobuf.Message;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.protocol.v1.SettleResponse;
import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.TlsChannelCredentials;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One channel to a service, and the methods that are called by it. */
final class Service implements AutoCloseable {
  private static final MethodDescriptor<CheckRequest, CheckResponse> CHECK =
      method(
          "CheckRateLimit", CheckRequest.getDefaultInstance(), CheckResponse.getDefaultInstance());
  private static final MethodDescriptor<SettleRequest, SettleResponse> SETTLE =
      method("Settle", SettleRequest.getDefaultInstance(), SettleResponse.getDefaultInstance());

  private final ManagedChannel channel;
  private final long deadlineNanos;

  private Service(ManagedChannel channel, long deadlineNanos) {
    this.channel = channel;
    this.deadlineNanos = deadlineNanos;
  }

  /** Begins to connect; pings find a connection that is dead without knowing it. */
  static Service connect(ServiceSettings settings) {
    ManagedChannel channel =
        Grpc.newChannelBuilder("dns:///" + settings.address(), credentials(settings))
            .keepAliveTime(10, TimeUnit.SECONDS)
            .keepAliveTimeout(3, TimeUnit.SECONDS)
            .build();
    channel.getState(true);
    return new Service(channel, settings.deadline().toNanos());
  }

  private static ChannelCredentials credentials(ServiceSettings settings) {
    if (!settings.tls()) {
      return InsecureChannelCredentials.create();
    }
    TlsChannelCredentials.Builder tls = TlsChannelCredentials.newBuilder();
    Path trust = settings.trust();
    if (trust != null) {
      try {
        tls.trustManager(trust.toFile());
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "trust: " + trust + " (expected: certificates in PEM)", e);
      }
    }
    return tls.build();
  }

  private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String name, Q question, A answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName("throttlex.v1.RateLimiter/" + name)
        .setRequestMarshaller(ProtoUtils.marshaller(question))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }

  CompletableFuture<CheckResponse> check(CheckRequest request) {
    return ask(CHECK, request);
  }

  CompletableFuture<SettleResponse> settle(SettleRequest request) {
    return ask(SETTLE, request);
  }

  /**
   * Calls a method, whatever call of a server this may happen in: slots must be given back just
   * when that call has been cancelled, and its deadline is no fault of the service.
   */
  private <Q, A> CompletableFuture<A> ask(MethodDescriptor<Q, A> method, Q question) {
    Answer<A> answer = new Answer<>();
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(deadlineNanos, TimeUnit.NANOSECONDS);
    Context.ROOT.run(
        () -> ClientCalls.asyncUnaryCall(channel.newCall(method, options), question, answer));
    return answer;
  }

  /** Connects now, if it is waiting to try again. */
  void hurry() {
    channel.resetConnectBackoff();
  }

  @Override
  public void close() {
    channel.shutdown();
    try {
      channel.awaitTermination(deadlineNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    channel.shutdownNow();
  }

  /** The one message, or the status. */
  private static final class Answer<A> extends CompletableFuture<A> implements StreamObserver<A> {
    private @Nullable A message;

    @Override
    public void onNext(A next) {
      message = next;
    }

    @Override
    public void onError(Throwable status) {
      completeExceptionally(status);
    }

    /** The stub has seen to it that there was a message. */
    @Override
    public void onCompleted() {
      complete(message);
    }
  }
}
