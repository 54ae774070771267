package com.throttlex.grpc;

import com.google.protobuf.StringValue;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A real server with one thread that echoes its messages, and a real client of it.
 *
 * <p>{@code Say} answers at once, {@code Wait} when the test says so, {@code Chat} every message,
 * {@code Fail} with an error, and {@code Crash} throws.
 */
final class EchoSite implements AutoCloseable {
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final Server server;
  private final ManagedChannel channel;

  /** The messages that reached the service. */
  final List<String> heard = new CopyOnWriteArrayList<>();

  /** The calls of {@code Wait} that wait. */
  final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();

  /** Interceptors run in the order given. */
  EchoSite(ServerInterceptor... interceptors) throws IOException {
    ServerInterceptor[] reversed = new ServerInterceptor[interceptors.length];
    for (int i = 0; i < interceptors.length; i++) {
      reversed[interceptors.length - 1 - i] = interceptors[i];
    }
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .executor(thread)
            .addService(ServerInterceptors.intercept(service(), reversed))
            .build()
            .start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
  }

  private ServerServiceDefinition service() {
    return ServerServiceDefinition.builder("test.Echo")
        .addMethod(method("Say"), ServerCalls.asyncUnaryCall(this::say))
        .addMethod(
            method("Wait"),
            ServerCalls.asyncUnaryCall((text, to) -> waiting.add(() -> say(text, to))))
        .addMethod(
            method("Fail"),
            ServerCalls.asyncUnaryCall(
                (text, to) ->
                    to.onError(Status.DATA_LOSS.withDescription("lost").asRuntimeException())))
        .addMethod(method("Chat"), ServerCalls.asyncBidiStreamingCall(this::chat))
        .addMethod(
            method("Crash"),
            (call, headers) -> {
              throw new IllegalStateException("crashed");
            })
        .build();
  }

  private void say(StringValue text, StreamObserver<StringValue> to) {
    heard.add(text.getValue());
    to.onNext(text);
    to.onCompleted();
  }

  private StreamObserver<StringValue> chat(StreamObserver<StringValue> to) {
    return new StreamObserver<>() {
      @Override
      public void onNext(StringValue text) {
        heard.add(text.getValue());
        to.onNext(text);
      }

      @Override
      public void onError(Throwable gone) {
        heard.add("gone");
      }

      @Override
      public void onCompleted() {
        to.onCompleted();
      }
    };
  }

  private static MethodDescriptor<StringValue, StringValue> method(String name) {
    return MethodDescriptor.<StringValue, StringValue>newBuilder()
        .setType(name.equals("Chat") ? MethodType.BIDI_STREAMING : MethodType.UNARY)
        .setFullMethodName("test.Echo/" + name)
        .setRequestMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
        .setResponseMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
        .build();
  }

  /** A call by a client, and what has come back. */
  static final class Call extends ClientCall.Listener<StringValue> {
    final CompletableFuture<Status> status = new CompletableFuture<>();
    final List<String> answers = new CopyOnWriteArrayList<>();
    volatile Metadata headers = new Metadata();
    volatile Metadata trailers = new Metadata();
    private final ClientCall<StringValue, StringValue> call;

    private Call(ClientCall<StringValue, StringValue> call) {
      this.call = call;
    }

    Status.Code code() throws Exception {
      return end().getCode();
    }

    Status end() throws Exception {
      return status.get(30, TimeUnit.SECONDS);
    }

    void cancel() {
      call.cancel("no longer wanted", null);
    }

    String header(String name) {
      return headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    }

    String trailer(String name) {
      return trailers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    }

    @Override
    public void onHeaders(Metadata received) {
      headers = received;
    }

    @Override
    public void onMessage(StringValue message) {
      answers.add(message.getValue());
    }

    @Override
    public void onClose(Status end, Metadata received) {
      trailers = received;
      status.complete(end);
    }
  }

  /** Sends all texts and the end. */
  Call call(String method, String... texts) {
    return call(method, new Metadata(), texts);
  }

  Call call(String method, Metadata metadata, String... texts) {
    Call call = new Call(channel.newCall(method(method), CallOptions.DEFAULT));
    call.call.start(call, metadata);
    call.call.request(1_000);
    for (String text : texts) {
      call.call.sendMessage(StringValue.of(text));
    }
    call.call.halfClose();
    return call;
  }

  /** The next call of {@code Wait} that has reached the service; running it answers it. */
  Runnable next() throws InterruptedException {
    Runnable next = waiting.poll(20, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nobody called");
    }
    return next;
  }

  /** Returns when the server's one thread has done all that it was given until now. */
  void awaitThread() throws Exception {
    thread.submit(() -> {}).get(20, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    channel.shutdownNow();
    try {
      Ending.of(server);
    } finally {
      thread.shutdownNow();
    }
  }
}
