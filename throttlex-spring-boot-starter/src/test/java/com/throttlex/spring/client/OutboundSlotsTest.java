package com.throttlex.spring.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.State;
import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admissions;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.RequestContext;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.NamedRules;
import com.throttlex.store.Settlement;
import com.throttlex.test.ManualClock;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.web.reactive.function.client.ClientRequest;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Slots are free again whatever goes wrong. */
class OutboundSlotsTest {
  private static final URI SHOP = URI.create("http://shop.example/");

  private final Slots slots = new Slots();
  private final Outbound outbound =
      new Outbound(
          NamedRules.ofService(slots, Admissions.by(slots), 64),
          new ManualClock(),
          new Enforcement());
  private final OutboundLimit limit = OutboundLimit.of("slots");
  private final OutboundFilter filter = new OutboundFilter(outbound, limit, Schedulers.parallel());
  private final ClientRequest request = ClientRequest.create(HttpMethod.GET, SHOP).build();

  /** Grants each request a slot, when the test tells it to. */
  private static final class Slots implements Decider {
    final CompletableFuture<Decision> answer = new CompletableFuture<>();
    final AtomicInteger released = new AtomicInteger();

    void answer() {
      Limit limit = Limit.of(Algorithm.CONCURRENCY, new Rate(1, Period.of(Duration.ofHours(1)), 0));
      LimitStatus status = new LimitStatus("slots", limit, 0, 0, true, false, 0, 0);
      answer.complete(
          Decision.madeElsewhere(
              true, 0, Duration.ZERO, State.NORMAL, List.of(status), 0, "slot", false));
    }

    @Override
    public CompletionStage<Decision> checkAsync(RequestContext request) {
      return answer;
    }

    @Override
    public CompletionStage<Settlement> settleAsync(String reservation, long cost, Outcome outcome) {
      throw new AssertionError("nothing to settle");
    }

    @Override
    public CompletionStage<?> release(Decision decision, Outcome outcome) {
      released.incrementAndGet();
      return CompletableFuture.completedFuture(null);
    }
  }

  @Test
  void slot_thatComesWhenTheCallerIsGone_isFreed() {
    Disposable call = filter.filter(request, it -> Mono.never()).subscribe();
    call.dispose();
    slots.answer();
    assertThat(slots.released).hasValue(1);
  }

  @Test
  void slot_ofACallThatCannotEvenBegin_isFreed() {
    slots.answer();
    assertThatThrownBy(
            () ->
                filter
                    .filter(
                        request,
                        it -> {
                          throw new IllegalStateException("no connection");
                        })
                    .block())
        .hasMessage("no connection");
    assertThat(slots.released).hasValue(1);
  }

  @Test
  void slot_ofAnAnswerThatCannotBeRead_isFreed() {
    slots.answer();
    MockClientHttpResponse unreadable =
        new MockClientHttpResponse(new byte[0], 200) {
          @Override
          public HttpStatusCode getStatusCode() {
            throw new IllegalStateException("broken");
          }
        };
    assertThatThrownBy(
            () ->
                new OutboundInterceptor(outbound, limit)
                    .intercept(
                        new MockClientHttpRequest(HttpMethod.GET, SHOP),
                        new byte[0],
                        (sent, body) -> unreadable))
        .hasMessage("broken");
    assertThat(slots.released).hasValue(1);
  }
}
