package com.throttlex.server.grpc;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.vertx.core.Handler;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.common.ServiceName;
import io.vertx.grpc.server.GrpcServerRequest;
import io.vertx.grpc.server.ServiceBuilder;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A method that answers one message with one message.
 *
 * <p>What the function throws becomes the status: an {@link IllegalArgumentException} is
 * INVALID_ARGUMENT, and a stage that fails UNAVAILABLE.
 */
final class UnaryMethod<Q extends Message, A extends Message>
    implements Handler<GrpcServerRequest<Q, A>> {
  private final MessageReader<Q> reader;
  private final Function<Q, CompletionStage<A>> function;

  private UnaryMethod(Parser<Q> parser, Function<Q, CompletionStage<A>> function) {
    reader = new MessageReader<>(parser);
    this.function = function;
  }

  /** Adds a method to a service; the prototype is any message of the type that it takes. */
  @SuppressWarnings("unchecked") // a message's parser makes messages of its own type
  static <Q extends Message, A extends Message> void bind(
      ServiceBuilder service,
      ServiceName name,
      String method,
      Q prototype,
      Function<Q, CompletionStage<A>> function) {
    Parser<Q> parser = (Parser<Q>) prototype.getParserForType();
    ServiceMethod<Q, A> bound =
        ServiceMethod.server(
            name, method, GrpcMessageEncoder.encoder(), GrpcMessageDecoder.decoder(prototype));
    service.bind(bound, new UnaryMethod<>(parser, function));
  }

  @Override
  public void handle(GrpcServerRequest<Q, A> request) {
    new UnaryCall<>(this, request).start();
  }

  MessageReader<Q> reader() {
    return reader;
  }

  CompletionStage<A> call(Q question) {
    return function.apply(question);
  }
}
