package com.throttlex.server.grpc;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.vertx.core.Handler;
import io.vertx.grpc.common.GrpcMessage;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.common.ServiceName;
import io.vertx.grpc.server.GrpcServerRequest;
import io.vertx.grpc.server.ServiceBuilder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A method with one request message and one response message.
 *
 * <p>An exception becomes a status: {@link IllegalArgumentException} is INVALID_ARGUMENT, and a
 * failed stage is UNAVAILABLE.
 */
final class UnaryMethod<Q extends Message, A extends Message>
    implements Handler<GrpcServerRequest<Q, A>> {
  private final MessageReader<Q> reader;
  private final Answering<Q, A> answering;
  private final @Nullable A instead;
  private final BiConsumer<Q, A> undelivered;

  /** Answers a message; its call has the headers and the peer. */
  interface Answering<Q, A> {
    CompletionStage<A> answer(Q question, GrpcServerRequest<?, ?> call);
  }

  private UnaryMethod(
      Parser<Q> parser,
      Answering<Q, A> answering,
      @Nullable A instead,
      BiConsumer<Q, A> undelivered) {
    reader = new MessageReader<>(parser);
    this.answering = answering;
    this.instead = instead;
    this.undelivered = undelivered;
  }

  /** Adds a method that needs only the message. */
  static <Q extends Message, A extends Message> void bind(
      ServiceBuilder service,
      ServiceName name,
      String method,
      Q prototype,
      Function<Q, CompletionStage<A>> function) {
    Answering<Q, A> answering = (question, call) -> function.apply(question);
    bind(service, name, method, prototype, answering, null, (question, answer) -> {});
  }

  /** Adds a method whose answers are taken back when they cannot be delivered. */
  static <Q extends Message, A extends Message> void bindRevocable(
      ServiceBuilder service,
      ServiceName name,
      String method,
      Q prototype,
      Answering<Q, A> answering,
      BiConsumer<Q, A> undelivered) {
    bind(service, name, method, prototype, answering, null, undelivered);
  }

  /** Adds a method with an answer to messages that are rejected for their content. */
  static <Q extends Message, A extends Message> void bind(
      ServiceBuilder service,
      ServiceName name,
      String method,
      Q prototype,
      Function<Q, CompletionStage<A>> function,
      A instead) {
    Answering<Q, A> answering = (question, call) -> function.apply(question);
    bind(service, name, method, prototype, answering, instead, (question, answer) -> {});
  }

  /** Adds a method that needs the message and its call. */
  static <Q extends Message, A extends Message> void bindCall(
      ServiceBuilder service,
      ServiceName name,
      String method,
      Q prototype,
      Answering<Q, A> answering) {
    bind(service, name, method, prototype, answering, null, (question, answer) -> {});
  }

  /** Adds a method to a service; the prototype is any message of its request type. */
  @SuppressWarnings("unchecked") // the parser of a message returns messages of its type
  private static <Q extends Message, A extends Message> void bind(
      ServiceBuilder service,
      ServiceName name,
      String method,
      Q prototype,
      Answering<Q, A> answering,
      @Nullable A instead,
      BiConsumer<Q, A> undelivered) {
    Parser<Q> parser = (Parser<Q>) prototype.getParserForType();
    ServiceMethod<Q, A> bound =
        ServiceMethod.server(
            name, method, GrpcMessageEncoder.encoder(), GrpcMessageDecoder.decoder(prototype));
    service.bind(bound, new UnaryMethod<>(parser, answering, instead, undelivered));
  }

  @Override
  public void handle(GrpcServerRequest<Q, A> request) {
    new UnaryCall<>(this, request).start();
  }

  /** Returns the answer to a message that is rejected for its content; null for an error. */
  @Nullable A instead() {
    return instead;
  }

  /** Takes back the answer to a message, because it cannot be delivered. */
  void undelivered(GrpcMessage message, A answer) {
    undelivered.accept(reader.read(message), answer);
  }

  /** Reads a message and answers it. */
  CompletionStage<A> answer(GrpcMessage message, GrpcServerRequest<?, ?> call) {
    Q question;
    try {
      question = reader.read(message);
    } catch (RefusedMessageException e) {
      if (instead == null) {
        throw e;
      }
      return CompletableFuture.completedFuture(instead);
    }
    return answering.answer(question, call);
  }
}
