package com.throttlex.server.neighbours;

import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A gRPC client that sends checks. */
final class GoodGrpc implements Neighbour {
  private static final MethodDescriptor<CheckRequest, CheckResponse> CHECK =
      MethodDescriptor.<CheckRequest, CheckResponse>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("throttlex.v1.RateLimiter/CheckRateLimit")
          .setRequestMarshaller(ProtoUtils.marshaller(CheckRequest.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(CheckResponse.getDefaultInstance()))
          .build();

  private final ManagedChannel channel;
  private final SplittableRandom random;

  GoodGrpc(int port, SplittableRandom random) {
    channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    this.random = random;
  }

  @Override
  public void next() {
    int cost = 1 + random.nextInt(Users.LIMIT);
    CheckRequest request =
        CheckRequest.newBuilder()
            .setUser(Long.toHexString(random.nextLong()))
            .setEndpoint("/good")
            .setCost(cost)
            .build();
    CheckResponse answer =
        ClientCalls.blockingUnaryCall(
            channel, CHECK, CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS), request);
    Users.requireRemaining("gRPC", answer.getRemaining(), cost);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
