package com.throttlex.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admissions;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.grpc.EchoSite.Call;
import com.throttlex.http.RequestReader;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Settlement;
import com.throttlex.tck.Await;
import com.throttlex.test.ManualClock;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status.Code;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls whose decision takes its time, at a server of one thread. */
class LateDecisionTest {
  private static final Context.Key<String> WHO = Context.key("who");

  private final LateStore store = new LateStore();
  private final ThrottleX throttlex =
      ThrottleX.of(
          RuleBook.of(
              Rule.builder("slots")
                  .key("ip")
                  .limits("2/1m")
                  .algorithm(Algorithm.CONCURRENCY)
                  .build()),
          store,
          new ManualClock());
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private EchoSite site;

  @BeforeEach
  void start() throws Exception {
    site = new EchoSite(new Named(), interceptor(Admissions.atOnce(throttlex)), new Watch());
  }

  private ThrottleXServerInterceptor interceptor(Admissions admissions) {
    return ThrottleXServerInterceptor.of(admissions, RequestReader.simple(throttlex::rules));
  }

  @AfterEach
  void close() throws Exception {
    site.close();
    throttlex.close();
  }

  /** Puts a value into the context, as an authenticating interceptor does. */
  private static final class Named implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      return Contexts.interceptCall(Context.current().withValue(WHO, "me"), call, headers, next);
    }
  }

  /** The next question, once the server's thread no longer waits for its answer. */
  private Runnable question() throws Exception {
    Runnable question = store.question();
    site.awaitThread();
    return question;
  }

  /** Notes in what context and on what thread calls begin. */
  private final class Watch implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      seen.add(WHO.get() + " on " + Thread.currentThread().getName());
      return next.startCall(call, headers);
    }
  }

  @Test
  void call_withLateDecision_beginsInItsContextAndOthersDoNotWait() throws Exception {
    Call first = site.call("Say", "first");
    Runnable question = question();
    Call second = site.call("Say", "second");
    question().run();
    assertThat(second.code()).isEqualTo(Code.OK);
    assertThat(first.status).isNotDone();
    question.run();
    assertThat(first.code()).isEqualTo(Code.OK);
    assertThat(first.answers).containsExactly("first");
    assertThat(first.header("x-ratelimit-limit")).isEqualTo("2");
    assertThat(seen).hasSize(2).containsOnly("me on throttlex-grpc");
  }

  @Test
  void stream_sentBeforeItIsDecided_arrivesInOrder() throws Exception {
    String[] texts = IntStream.range(0, 100).mapToObj(String::valueOf).toArray(String[]::new);
    Call call = site.call("Chat", texts);
    question().run();
    assertThat(call.code()).isEqualTo(Code.OK);
    assertThat(call.answers).containsExactly(texts);
  }

  @Test
  void emptyStream_endsWhenItIsDecided() throws Exception {
    Call call = site.call("Chat");
    question().run();
    assertThat(call.code()).isEqualTo(Code.OK);
    assertThat(call.answers).isEmpty();
  }

  @Test
  void call_deniedLate_isDenied() throws Exception {
    for (int i = 0; i < 2; i++) {
      site.call("Wait", "held");
      question().run();
      site.next();
    }
    Call call = site.call("Say", "third");
    question().run();
    assertThat(call.code()).isEqualTo(Code.RESOURCE_EXHAUSTED);
    assertThat(call.trailer("retry-after")).isNotNull();
    assertThat(site.heard).isEmpty();
  }

  @Test
  void call_cancelledBeforeItIsDecided_neverBeginsAndHoldsNoSlot() throws Exception {
    for (int i = 0; i < 5; i++) {
      Call call = site.call("Say", "gone");
      Runnable question = question();
      call.cancel();
      assertThat(call.code()).isEqualTo(Code.CANCELLED);
      awaitServersThread();
      question.run();
    }
    Await.until("a free slot", () -> answered(site.call("Say", "there")).code() == Code.OK);
    assertThat(site.heard).doesNotContain("gone");
  }

  /** The server has one thread and one connection: what was sent before has been heard by then. */
  private void awaitServersThread() throws Exception {
    Call call = site.call("Fail", "x");
    question().run();
    call.end();
  }

  private Call answered(Call call) throws Exception {
    question().run();
    return call;
  }

  @Test
  void call_crashingAfterLateDecision_endsAsUnknownAndHoldsNoSlot() throws Exception {
    for (int i = 0; i < 5; i++) {
      assertThat(answered(site.call("Crash", "x")).code()).isEqualTo(Code.UNKNOWN);
    }
    assertThat(answered(site.call("Say", "there")).code()).isEqualTo(Code.OK);
  }

  /** Decides nothing. */
  private record Failing(RuntimeException failure) implements Decider {
    @Override
    public CompletionStage<Decision> checkAsync(RequestContext request) {
      return CompletableFuture.<Decision>failedFuture(failure).thenApply(decision -> decision);
    }

    @Override
    public CompletionStage<Settlement> settleAsync(String reservation, long cost, Outcome outcome) {
      throw new AssertionError("nothing was reserved");
    }

    @Override
    public CompletionStage<?> release(Decision decision, Outcome outcome) {
      throw new AssertionError("nothing was reserved");
    }
  }

  @Test
  void call_whoseDecisionFails_isUnavailableOrInvalidArgument() throws Exception {
    RuntimeException down = new IllegalStateException("down");
    try (EchoSite failing = new EchoSite(interceptor(Admissions.by(new Failing(down))))) {
      assertThat(failing.call("Say", "x").code()).isEqualTo(Code.UNAVAILABLE);
    }
    RuntimeException wrong = new InvalidRequestException(List.of("cost: 9 (expected: less)"));
    try (EchoSite failing = new EchoSite(interceptor(Admissions.by(new Failing(wrong))))) {
      Call call = failing.call("Say", "x");
      assertThat(call.code()).isEqualTo(Code.INVALID_ARGUMENT);
      assertThat(call.end().getDescription()).isEqualTo("cost: 9 (expected: less)");
    }
  }
}
