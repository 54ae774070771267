package com.throttlex;

import static com.throttlex.Lab.global;
import static com.throttlex.Lab.perUser;
import static com.throttlex.Lab.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/**
 * The features that servers need from the engine: answers without waiting, listeners, tiers,
 * counters without a rule.
 */
class DoorsTest {
  /** A store that answers only when told to. */
  private static final class LateStore extends ForwardingStore {
    private final Queue<Runnable> late = new ArrayDeque<>();

    LateStore() {
      super(new MemoryStore(100));
    }

    @Override
    public CompletionStage<Verdicts> decide(Charges charges) {
      CompletableFuture<Verdicts> answer = new CompletableFuture<>();
      late.add(() -> super.decide(charges).thenAccept(answer::complete));
      return answer;
    }

    void answer() {
      late.remove().run();
    }
  }

  private static <T> T done(CompletionStage<T> stage) {
    assertThat(stage.toCompletableFuture()).isDone();
    return stage.toCompletableFuture().join();
  }

  @Test
  void checkAsync_withMemoryStore_isCompleteAtOnce() {
    Lab lab = Lab.of(perUser("r", "1/1h"));
    assertThat(done(lab.throttlex.checkAsync(user("u").build())).allowed()).isTrue();
    assertThat(done(lab.throttlex.checkAsync(user("u").build())).allowed()).isFalse();
  }

  @Test
  void checkAsync_withSeveralInFlightOnOneThread_doesNotMixAnswers() {
    LateStore store = new LateStore();
    ThrottleX throttlex =
        ThrottleX.of(Lab.book(perUser("r", "2/1h").cost(2)), store, new ManualTime());
    CompletionStage<Decision> first = throttlex.checkAsync(user("a").build());
    CompletionStage<Decision> second = throttlex.checkAsync(user("b").cost(1).build());
    CompletionStage<Decision> third = throttlex.checkAsync(user("a").build());
    assertThat(first.toCompletableFuture()).isNotDone();
    store.answer();
    store.answer();
    store.answer();
    assertThat(done(first).remaining()).isZero();
    assertThat(done(second).remaining()).isOne();
    assertThat(done(third).allowed()).isFalse();
  }

  @Test
  void listener_isToldEveryRuleThatApplied() {
    List<String> heard = new ArrayList<>();
    DecisionListener listener =
        (request, decision, verdicts) -> {
          for (int i = 0; i < verdicts.size(); i++) {
            heard.add(
                decision.verdict()
                    + " "
                    + verdicts.rule(i).id()
                    + " "
                    + verdicts.key(i).text()
                    + " "
                    + verdicts.allowed(i));
          }
        };
    ThrottleX throttlex =
        ThrottleX.of(
            Lab.book(perUser("r", "9/1h", "1/1m"), global("s", "1/1h").mode(Mode.SHADOW)),
            new MemoryStore(),
            new ManualTime(),
            listener);
    throttlex.check(user("u").build());
    throttlex.check(user("v").build());
    throttlex.check(user("u").build());
    throttlex.check(user("u").cost(0).build());
    throttlex.explain(user("u").build());
    assertThat(heard)
        .containsExactly(
            "ALLOW r r|user=u true",
            "ALLOW s s|global true",
            "ALLOW r r|user=v true",
            "ALLOW s s|global false",
            "DENY r r|user=u false",
            "DENY s s|global false");
  }

  @Test
  void charge_ofSingleCounter_isDecidedByTheLimitOfTheCaller() {
    Lab lab = Lab.of();
    Limit limit = Limit.of(Algorithm.GCRA, Rate.parse("1/1m").withBurst(2));
    Key key = Key.of("cell|key=k", "k");
    assertThat(done(lab.throttlex.charge("cell", key, limit, 1)).remaining()).isOne();
    assertThat(done(lab.throttlex.charge("cell", key, limit, 0)).remaining()).isOne();
    assertThat(done(lab.throttlex.charge("cell", key, limit, 1)).remaining()).isZero();
    LimitStatus denied = done(lab.throttlex.charge("cell", key, limit, 1));
    assertThat(denied.allowed()).isFalse();
    assertThat(denied.waitNanos()).isEqualTo(Duration.ofMinutes(1).toNanos());
    assertThat(denied.rule()).isEqualTo("cell");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lab.throttlex.charge("cell", key, limit, -1))
        .withMessageStartingWith("cost: -1 (expected: ");
  }

  @Test
  void tierOfUser_appliesToRequestsWithoutATier() {
    Lab lab =
        Lab.of(
            List.of("free", "pro"),
            Rule.builder("r")
                .key("user")
                .limits("free", List.of(Rate.parse("1/1h")))
                .limits("pro", List.of(Rate.parse("5/1h"))));
    lab.throttlex.tier("u", "pro");
    assertThat(lab.throttlex.tier("u")).isEqualTo("pro");
    assertThat(lab.check("u").limit()).isEqualTo(5);
    assertThat(lab.check("v").limit()).isOne();
    assertThat(lab.check(user("u").tier("free")).limit()).isOne();
    assertThat(lab.throttlex.explain(user("u").build()).decision().limit()).isEqualTo(5);
    assertThat(lab.throttlex.limits("u", null, "r").get(0).capacity()).isEqualTo(5);
    assertThat(lab.throttlex.limits("u", "free", "r").get(0).capacity()).isOne();
    assertThat(lab.throttlex.removeTier("u")).isTrue();
    assertThat(lab.throttlex.removeTier("u")).isFalse();
    assertThat(lab.check(user("u")).limit()).isOne();
  }

  @Test
  void check_thatPassesUnruled_neverFallsUnderTheDefault() {
    Lab lab = Lab.of(Fallback.DENY, perUser("r", "1/1h"));
    RequestContext request = RequestContext.builder().passesUnruled(true).build();
    assertThat(lab.throttlex.check(request).allowed()).isTrue();
    assertThat(lab.throttlex.check(request.toBuilder().passesUnruled(false).build()).allowed())
        .isFalse();
    assertThat(lab.throttlex.check(request.toBuilder().user("u").build()).rule()).isEqualTo("r");
  }
}
