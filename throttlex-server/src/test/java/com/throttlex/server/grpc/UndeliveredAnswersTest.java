package com.throttlex.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.protocol.v1.CheckBatch;
import com.throttlex.protocol.v1.CheckBatchResponse;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.tck.Await;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.stub.ClientCalls;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that cancelled their call, or disconnected, before its answer comes. */
class UndeliveredAnswersTest {
  private final ToldStore store = new ToldStore();
  private final GrpcLab lab =
      GrpcLab.of(
          RuleBook.of(
              Rule.builder("slots")
                  .key("user")
                  .limits("1/1d")
                  .algorithm(Algorithm.CONCURRENCY)
                  .build()),
          store);

  @AfterEach
  void close() {
    lab.close();
  }

  private static CheckRequest.Builder user(String name) {
    return CheckRequest.newBuilder().setUser(name);
  }

  private Future<CheckResponse> ask(ManagedChannel channel, CheckRequest request) {
    var method =
        lab.method(
            GrpcLab.RATE_LIMITER + "CheckRateLimit",
            CheckRequest.getDefaultInstance(),
            CheckResponse.getDefaultInstance());
    return ClientCalls.futureUnaryCall(channel.newCall(method, CallOptions.DEFAULT), request);
  }

  /**
   * Frames of one connection are read in order: an answer to this one means that all before it were
   * read.
   */
  private void awaitRead() {
    lab.call(
        "grpc.health.v1.Health/Check",
        HealthCheckRequest.getDefaultInstance(),
        HealthCheckResponse.getDefaultInstance());
  }

  private void awaitFree(String name) {
    store.answerAtOnce();
    Await.until("a free slot", () -> lab.check(user(name)).getAllowed());
    assertThat(lab.check(user(name)).getAllowed()).as("taken by the last").isFalse();
  }

  @Test
  void slot_ofACallThatWasCancelled_isGivenBack() throws Exception {
    store.answerLate();
    Future<CheckResponse> call = ask(lab.channel, user("u").build());
    Runnable question = store.question();
    call.cancel(true);
    awaitRead();
    question.run();

    awaitFree("u");
  }

  @Test
  void slot_ofACallPastItsDeadline_isGivenBack() throws Exception {
    store.answerLate();
    var method =
        lab.method(
            GrpcLab.RATE_LIMITER + "CheckRateLimit",
            CheckRequest.getDefaultInstance(),
            CheckResponse.getDefaultInstance());
    CallOptions brief = CallOptions.DEFAULT.withDeadlineAfter(200, TimeUnit.MILLISECONDS);
    Future<CheckResponse> call =
        ClientCalls.futureUnaryCall(lab.channel.newCall(method, brief), user("u").build());
    Runnable question = store.question();
    Await.until("a call past its deadline", call::isDone);
    awaitRead();
    question.run();

    awaitFree("u");
  }

  @Test
  void slots_ofABatchThatWasCancelled_areGivenBack() throws Exception {
    store.answerLate();
    var method =
        lab.method(
            GrpcLab.RATE_LIMITER + "CheckRateLimits",
            CheckBatch.getDefaultInstance(),
            CheckBatchResponse.getDefaultInstance());
    CheckBatch batch =
        CheckBatch.newBuilder().addRequests(user("a")).addRequests(user("b")).build();
    Future<CheckBatchResponse> call =
        ClientCalls.futureUnaryCall(lab.channel.newCall(method, CallOptions.DEFAULT), batch);
    Runnable first = store.question();
    Runnable second = store.question();
    call.cancel(true);
    awaitRead();
    first.run();
    second.run();

    awaitFree("a");
    awaitFree("b");
  }

  @Test
  void slot_ofAClientThatIsGone_isGivenBack() throws Exception {
    store.answerLate();
    ManagedChannel leaving = lab.newChannel();
    Future<CheckResponse> call = ask(leaving, user("u").build());
    Runnable question = store.question();
    leaving.shutdownNow();
    lab.closed.get(30, TimeUnit.SECONDS);
    question.run();

    awaitFree("u");
    assertThat(call.isDone()).isTrue();
  }

  @Test
  void slot_ofACallThatCanBeRepeated_isKeptForTheRepetition() throws Exception {
    store.answerLate();
    CheckRequest request = user("u").setIdempotencyKey("same").build();
    Future<CheckResponse> call = ask(lab.channel, request);
    Runnable question = store.question();
    call.cancel(true);
    awaitRead();
    question.run();
    store.answerAtOnce();

    assertThat(lab.check(request.toBuilder()).getReservation()).isNotEmpty();
    assertThat(lab.check(user("u")).getAllowed()).isFalse();
  }
}
