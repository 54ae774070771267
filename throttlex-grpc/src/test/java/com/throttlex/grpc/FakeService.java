package com.throttlex.grpc;

import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.protocol.v1.SettleResponse;
import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A service on a real port with answers that the test sets. */
final class FakeService implements BindableService, AutoCloseable {
  static final CheckResponse PASSED =
      CheckResponse.newBuilder().setAllowed(true).setState("NORMAL").build();

  final List<CheckRequest> checks = new CopyOnWriteArrayList<>();
  final List<SettleRequest> settlements = new CopyOnWriteArrayList<>();

  /** The access tokens of calls, in their order; empty for a call without one. */
  final List<String> tokens = new CopyOnWriteArrayList<>();

  /** The token that calls must have; empty if they need none. */
  volatile String required = "";

  /** The answer to checks: a message, a status, or null for no answer. */
  volatile Object answer = PASSED;

  /** The answer to settlements. */
  volatile Object settlement = SettleResponse.newBuilder().setSettled(true).build();

  private final Server server;

  FakeService() {
    this(InsecureServerCredentials.create());
  }

  FakeService(ServerCredentials credentials) {
    try {
      server =
          NettyServerBuilder.forAddress(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), credentials)
              .addService(ServerInterceptors.intercept(this, new Access()))
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return server.getPort();
  }

  String address() {
    return "127.0.0.1:" + port();
  }

  @Override
  public ServerServiceDefinition bindService() {
    return ServerServiceDefinition.builder("throttlex.v1.RateLimiter")
        .addMethod(
            method(
                "CheckRateLimit",
                CheckRequest.getDefaultInstance(),
                CheckResponse.getDefaultInstance()),
            ServerCalls.asyncUnaryCall(
                (request, to) -> {
                  checks.add(request);
                  answer(answer, CheckResponse.class, to);
                }))
        .addMethod(
            method(
                "Settle", SettleRequest.getDefaultInstance(), SettleResponse.getDefaultInstance()),
            ServerCalls.asyncUnaryCall(
                (request, to) -> {
                  settlements.add(request);
                  answer(settlement, SettleResponse.class, to);
                }))
        .build();
  }

  private static <A> void answer(Object told, Class<A> type, StreamObserver<A> to) {
    if (told instanceof Status status) {
      to.onError(status.asRuntimeException());
    } else if (told != null) {
      to.onNext(type.cast(told));
      to.onCompleted();
    }
  }

  private static <Q extends com.google.protobuf.Message, A extends com.google.protobuf.Message>
      MethodDescriptor<Q, A> method(String name, Q question, A answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName("throttlex.v1.RateLimiter/" + name)
        .setRequestMarshaller(ProtoUtils.marshaller(question))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }

  /** Refuses calls without the required token. */
  private final class Access implements ServerInterceptor {
    private static final Metadata.Key<String> TOKEN =
        Metadata.Key.of("x-throttlex-token", Metadata.ASCII_STRING_MARSHALLER);

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      String token = headers.containsKey(TOKEN) ? headers.get(TOKEN) : "";
      tokens.add(token);
      if (required.isEmpty() || required.equals(token)) {
        return next.startCall(call, headers);
      }
      call.close(Status.UNAUTHENTICATED.withDescription("who are you?"), new Metadata());
      return new ServerCall.Listener<>() {};
    }
  }

  @Override
  public void close() {
    Ending.of(server);
  }
}
