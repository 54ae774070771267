package com.throttlex.grpc;

import com.google.protobuf.Message;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.protocol.v1.SettleResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One channel to a service, and the methods that are called over it. */
final class Service implements AutoCloseable {
  private static final MethodDescriptor<CheckRequest, CheckResponse> CHECK =
      method(
          "CheckRateLimit", CheckRequest.getDefaultInstance(), CheckResponse.getDefaultInstance());
  private static final MethodDescriptor<SettleRequest, SettleResponse> SETTLE =
      method("Settle", SettleRequest.getDefaultInstance(), SettleResponse.getDefaultInstance());

  private static final Metadata.Key<String> ACCESS_TOKEN =
      Metadata.Key.of("x-throttlex-token", Metadata.ASCII_STRING_MARSHALLER);

  private final ManagedChannel channel;
  private final Channel calls;
  private final long deadlineNanos;

  private Service(ManagedChannel channel, ServiceSettings settings) {
    this.channel = channel;
    calls = authorized(channel, settings.accessToken());
    deadlineNanos = settings.deadline().toNanos();
  }

  /** Returns a channel that sends the token with every call. */
  private static Channel authorized(Channel channel, @Nullable String accessToken) {
    if (accessToken == null) {
      return channel;
    }
    Metadata headers = new Metadata();
    headers.put(ACCESS_TOKEN, accessToken);
    return ClientInterceptors.intercept(
        channel, MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  /** Starts to connect; pings detect a broken connection. */
  static Service connect(ServiceSettings settings) {
    ManagedChannel channel =
        ServiceChannel.to(settings)
            .keepAliveTime(10, TimeUnit.SECONDS)
            .keepAliveTimeout(3, TimeUnit.SECONDS)
            .build();
    channel.getState(true);
    return new Service(channel, settings);
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
   * Calls a method outside the context of the server call that this thread handles. A cancelled
   * call must still release its slots, and its deadline does not concern the service.
   */
  private <Q, A> CompletableFuture<A> ask(MethodDescriptor<Q, A> method, Q question) {
    Answer<A> answer = new Answer<>();
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(deadlineNanos, TimeUnit.NANOSECONDS);
    Context.ROOT.run(
        () -> ClientCalls.asyncUnaryCall(calls.newCall(method, options), question, answer));
    return answer;
  }

  /** Connects now, if the channel waits to reconnect. */
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

  /** A response of one message, or a status. */
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

    /** The stub guarantees that there was a message. */
    @Override
    public void onCompleted() {
      complete(message);
    }
  }
}
