package com.throttlex.server.acceptance;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.throttlex.protocol.v1.CheckRequest;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.vertx.core.json.JsonObject;

/** Calls the service {@code RateLimiter} as grpcurl does: JSON in and out, with names of fields. */
final class GrpcCaller implements AutoCloseable {
  private final ManagedChannel channel;

  GrpcCaller(int port) {
    channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
  }

  /** Returns the answer; headers are names and values in turn. */
  JsonObject call(String method, String request, String... headers) {
    MethodDescriptor called =
        CheckRequest.getDescriptor()
            .getFile()
            .findServiceByName("RateLimiter")
            .findMethodByName(method);
    DynamicMessage.Builder question = DynamicMessage.newBuilder(called.getInputType());
    try {
      JsonFormat.parser().merge(request, question);
      return json(send(called, question.build(), headers));
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private DynamicMessage send(MethodDescriptor called, DynamicMessage question, String[] headers) {
    Metadata metadata = new Metadata();
    for (int i = 0; i < headers.length; i += 2) {
      metadata.put(Metadata.Key.of(headers[i], Metadata.ASCII_STRING_MARSHALLER), headers[i + 1]);
    }
    return ClientCalls.blockingUnaryCall(
        io.grpc.ClientInterceptors.intercept(
            channel, MetadataUtils.newAttachHeadersInterceptor(metadata)),
        io.grpc.MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
            .setType(MethodType.UNARY)
            .setFullMethodName(called.getService().getFullName() + "/" + called.getName())
            .setRequestMarshaller(marshaller(called.getInputType()))
            .setResponseMarshaller(marshaller(called.getOutputType()))
            .build(),
        CallOptions.DEFAULT,
        question);
  }

  private static Marshaller<DynamicMessage> marshaller(Descriptor type) {
    return ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(type));
  }

  /** Returns every field, also those with the value 0; 64-bit numbers are texts in JSON. */
  private static JsonObject json(DynamicMessage answer) throws InvalidProtocolBufferException {
    return new JsonObject(
        JsonFormat.printer()
            .preservingProtoFieldNames()
            .alwaysPrintFieldsWithNoPresence()
            .print(answer));
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
