package com.throttlex.spring.service;

import com.google.protobuf.Message;
import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rules.RuleFile;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A gRPC server with its own engine and rules that implements ThrottleX's protocol. */
final class SmallService implements AutoCloseable {
  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("x-throttlex-token", Metadata.ASCII_STRING_MARSHALLER);

  private final ThrottleX throttlex;
  private final Server server;

  SmallService(String rules) throws IOException {
    this(rules, "");
  }

  /** Answers only calls with that token, unless it is empty. */
  SmallService(String rules, String token) throws IOException {
    throttlex = ThrottleX.of(RuleFile.parse(rules, "service"));
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(definition())
            .intercept(access(token))
            .build()
            .start();
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  private static ServerInterceptor access(String token) {
    return new ServerInterceptor() {
      @Override
      public <Q, A> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (token.isEmpty() || token.equals(headers.get(TOKEN))) {
          return next.startCall(call, headers);
        }
        call.close(Status.UNAUTHENTICATED, new Metadata());
        return new ServerCall.Listener<>() {};
      }
    };
  }

  private ServerServiceDefinition definition() {
    return ServerServiceDefinition.builder("throttlex.v1.RateLimiter")
        .addMethod(
            MethodDescriptor.<CheckRequest, CheckResponse>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName("throttlex.v1.RateLimiter/CheckRateLimit")
                .setRequestMarshaller(marshaller(CheckRequest.getDefaultInstance()))
                .setResponseMarshaller(marshaller(CheckResponse.getDefaultInstance()))
                .build(),
            ServerCalls.asyncUnaryCall(
                (request, to) -> {
                  to.onNext(answer(throttlex.check(context(request))));
                  to.onCompleted();
                }))
        .build();
  }

  private static <M extends Message> MethodDescriptor.Marshaller<M> marshaller(M message) {
    return ProtoUtils.marshaller(message);
  }

  private static RequestContext context(CheckRequest request) {
    RequestContextBuilder context = RequestContext.builder();
    if (!request.getUser().isEmpty()) {
      context.user(request.getUser());
    }
    if (!request.getEndpoint().isEmpty()) {
      context.endpoint(request.getEndpoint());
    }
    request.getAttributesMap().forEach(context::attribute);
    request.getHeadersMap().forEach(context::header);
    return context.build();
  }

  private static CheckResponse answer(Decision decision) {
    return CheckResponse.newBuilder()
        .setAllowed(decision.allowed())
        .setLimit(decision.limit())
        .setRemaining(decision.remaining())
        .setResetAt(decision.resetAt())
        .setRetryAfter(decision.retryAfter())
        .setRule(decision.rule() == null ? "" : decision.rule())
        .setState(decision.state().name())
        .addAllLimits(
            decision.limits().stream()
                .map(
                    status ->
                        com.throttlex.protocol.v1.LimitStatus.newBuilder()
                            .setRule(status.rule())
                            .setLimit(status.capacity())
                            .setWindowSeconds(status.windowSeconds())
                            .setRemaining(status.remaining())
                            .setResetAt(status.resetAt())
                            .build())
                .toList())
        .build();
  }

  /** Ends at once, with the calls in flight. */
  void die() {
    server.shutdownNow();
  }

  @Override
  public void close() {
    die();
    throttlex.close();
  }
}
