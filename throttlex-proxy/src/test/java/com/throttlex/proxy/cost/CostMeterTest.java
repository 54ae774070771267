package com.throttlex.proxy.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.proxy.AnswerMeter;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.AnswerCost;
import com.throttlex.rule.AnswerCost.Kind;
import com.throttlex.rule.AnswerCost.OnOverrun;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import com.throttlex.test.ManualClock;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests when a meter extends, cuts and settles. */
class CostMeterTest {
  private static final RequestContext REQUEST =
      RequestContext.builder().user("u").metered(true).build();

  private final ManualClock clock = new ManualClock();
  private final Recorded store = new Recorded();
  private final List<String> results = new ArrayList<>();

  /** A store that records extensions, and fails or delays them on demand. */
  private static final class Recorded extends ForwardingStore {
    private final List<Long> extensions = new ArrayList<>();
    private boolean fails;
    private @Nullable CompletableFuture<Void> gate;

    Recorded() {
      super(new MemoryStore());
    }

    @Override
    public CompletionStage<@Nullable Verdicts> extend(String reservation, long cost, long now) {
      extensions.add(cost);
      if (fails) {
        return CompletableFuture.failedFuture(new StoreUnavailableException("store: down"));
      }
      CompletableFuture<Void> until = gate;
      return until == null
          ? super.extend(reservation, cost, now)
          : until.thenCompose(open -> super.extend(reservation, cost, now));
    }
  }

  private ThrottleX throttlex(Kind kind, String name, OnOverrun onOverrun) {
    Rule rule =
        Rule.builder("r")
            .key("user")
            .limits("1000/1d")
            .algorithm(Algorithm.FIXED_WINDOW)
            .cost(100)
            .answerCost(new AnswerCost(kind, name, onOverrun))
            .build();
    RuleBook book = RuleBook.of(List.of(), Fallback.ALLOW, List.of(rule));
    return ThrottleX.of(book, store, clock);
  }

  private ThrottleX bytes(OnOverrun onOverrun) {
    return throttlex(Kind.BYTES, AnswerCost.RESPONSE, onOverrun);
  }

  private AnswerMeter meter(ThrottleX throttlex) {
    Decision decision = throttlex.check(REQUEST);
    assertThat(decision.allowed()).isTrue();
    return new CostMeters(
            throttlex, (kind, result) -> results.add(kind.text() + " " + result.text()))
        .of(decision);
  }

  private static long left(ThrottleX throttlex) {
    return throttlex.inspect("r|user=u").get(0).remaining();
  }

  private static MultiMap headers() {
    return MultiMap.caseInsensitiveMultiMap();
  }

  private static Buffer chunk(int size) {
    return Buffer.buffer(new byte[size]);
  }

  @Test
  void answerThatGrows_isExtendedByTheEstimateOrAQuarter() {
    ThrottleX throttlex = bytes(OnOverrun.FINISH);
    AnswerMeter meter = meter(throttlex);
    meter.head(200, headers());
    for (int sent = 0; sent < 800; sent += 50) {
      assertThat(meter.chunk(chunk(50))).isTrue();
    }
    assertThat(store.extensions).containsExactly(100L, 100L, 100L, 112L, 137L, 162L);
    meter.end(Outcome.SUCCESS, true);
    assertThat(left(throttlex)).isEqualTo(200);
    assertThat(results).containsExactly("bytes settled");
  }

  @Test
  void extensionThatDoesNotFit_isTriedAgainWithWhatIsNeeded() {
    ThrottleX throttlex = bytes(OnOverrun.CUT);
    throttlex.check(REQUEST.toBuilder().cost(840).build());
    AnswerMeter meter = meter(throttlex);
    meter.head(200, headers());
    assertThat(meter.chunk(chunk(130))).isTrue();
    assertThat(store.extensions).containsExactly(100L, 30L);
    assertThat(meter.chunk(chunk(30))).isTrue();
    assertThat(meter.chunk(chunk(1))).as("nothing is left").isFalse();
    meter.end(Outcome.SUCCESS, false);
    assertThat(left(throttlex)).isZero();
    assertThat(results).containsExactly("bytes cut");
  }

  @Test
  void answerThatIsCut_isChargedWithoutTheChunkThatWasNotSent() {
    ThrottleX throttlex = bytes(OnOverrun.CUT);
    AnswerMeter meter = meter(throttlex);
    meter.head(200, headers());
    assertThat(meter.chunk(chunk(400))).isTrue();
    assertThat(meter.chunk(chunk(5_000))).isFalse();
    meter.end(Outcome.SUCCESS, false);
    assertThat(left(throttlex)).isEqualTo(600);
  }

  @Test
  void answerThatMayFinish_leavesDebtAndAsksNoMore() {
    ThrottleX throttlex = bytes(OnOverrun.FINISH);
    AnswerMeter meter = meter(throttlex);
    meter.head(200, headers());
    for (int i = 0; i < 10; i++) {
      assertThat(meter.chunk(chunk(2_000))).isTrue();
    }
    assertThat(store.extensions).containsExactly(1900L);
    meter.end(Outcome.SUCCESS, true);
    assertThat(left(throttlex)).isZero();
    assertThat(throttlex.check(REQUEST).allowed()).isFalse();
    assertThat(results).containsExactly("bytes overrun");
  }

  @Test
  void headerCost_thatDoesNotFit_cutsTheBody() {
    ThrottleX throttlex = throttlex(Kind.HEADER, "X-Cost", OnOverrun.CUT);
    AnswerMeter meter = meter(throttlex);
    meter.head(200, headers().add("X-Cost", "1001"));
    assertThat(meter.chunk(chunk(1))).isFalse();
    meter.end(Outcome.SUCCESS, false);
    assertThat(left(throttlex)).isZero();
  }

  @Test
  void storeThatFails_cutsNothing() {
    ThrottleX throttlex = bytes(OnOverrun.CUT);
    AnswerMeter meter = meter(throttlex);
    meter.head(200, headers());
    store.fails = true;
    assertThat(meter.chunk(chunk(150))).isTrue();
    assertThat(meter.chunk(chunk(150))).isTrue();
    store.fails = false;
    assertThat(meter.chunk(chunk(1))).isTrue();
    meter.end(Outcome.SUCCESS, true);
    assertThat(left(throttlex)).isEqualTo(699);
  }

  @Test
  void extensionInFlight_isNotSentTwice_andCutsTheNextChunk() {
    ThrottleX throttlex = bytes(OnOverrun.CUT);
    AnswerMeter meter = meter(throttlex);
    meter.head(200, headers());
    store.gate = new CompletableFuture<>();
    assertThat(meter.chunk(chunk(2_000))).isTrue();
    assertThat(meter.chunk(chunk(2_000))).isTrue();
    assertThat(store.extensions).hasSize(1);
    store.gate.complete(null);
    assertThat(meter.chunk(chunk(1))).isFalse();
  }

  @Test
  void longAnswer_keepsItsReservation() {
    ThrottleX throttlex = throttlex(Kind.JSON, "usage.total_tokens", OnOverrun.FINISH);
    AnswerMeter meter = meter(throttlex);
    meter.head(200, headers().add("Content-Type", "text/event-stream"));
    for (int minute = 0; minute < 20; minute++) {
      clock.advance(Duration.ofMinutes(1));
      meter.chunk(Buffer.buffer("data: x\n\n"));
    }
    meter.chunk(Buffer.buffer("data: {\"usage\":{\"total_tokens\":321}}\n\n"));
    meter.end(Outcome.SUCCESS, true);
    assertThat(left(throttlex)).isEqualTo(679);
    assertThat(store.extensions).contains(1L);
  }

  @Test
  void numberAtTheEndOfAnIncompleteAnswer_isNotRead() {
    ThrottleX throttlex = throttlex(Kind.JSON, "usage.total_tokens", OnOverrun.FINISH);
    AnswerMeter meter = meter(throttlex);
    meter.head(200, headers().add("Content-Type", "application/json"));
    meter.chunk(Buffer.buffer("{\"usage\":{\"total_tokens\":3"));
    meter.end(Outcome.FAILURE, false);
    assertThat(left(throttlex)).isEqualTo(900);
    assertThat(results).containsExactly("json estimated");
  }

  @Test
  void requestWithoutAnEstimate_onlyReleasesItsSlots() {
    Rule slots =
        Rule.builder("s").key("user").limits("1/1m").algorithm(Algorithm.CONCURRENCY).build();
    ThrottleX throttlex =
        ThrottleX.of(RuleBook.of(List.of(), Fallback.ALLOW, List.of(slots)), store, clock);
    AnswerMeter meter = meter(throttlex);
    assertThat(throttlex.check(REQUEST).allowed()).isFalse();
    meter.head(200, headers());
    meter.end(Outcome.SUCCESS, true);
    assertThat(throttlex.check(REQUEST).allowed()).isTrue();
    assertThat(results).isEmpty();
  }
}
