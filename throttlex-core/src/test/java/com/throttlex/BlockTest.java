package com.throttlex;

import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Block;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class BlockTest {
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  private static RuleBuilder blocking(String id, String limit, int after) {
    return perUser(id, limit).onExceed(OnExceed.block(new Block(TEN_MINUTES, after)));
  }

  private static void deny(Lab lab, String user, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(lab.check(user).allowed()).isFalse();
    }
  }

  @Test
  void strikes_beforeTheBlock_expireAfterTheirTime() {
    Block block = new Block(TEN_MINUTES, 3, Duration.ofMinutes(1));
    Lab lab = Lab.of(perUser("r", "1/1h").onExceed(OnExceed.block(block))).use("u", 1);
    for (int i = 0; i < 10; i++) {
      deny(lab, "u", 1);
      lab.time.pass(Duration.ofSeconds(30));
    }
    assertThat(lab.throttlex.block("r|user=u")).isEqualTo(new BlockStatus(1, 3, 0));
    deny(lab, "u", 2);
    assertThat(lab.check("u").isBlocked()).isTrue();
  }

  @Test
  void blockedKey_underTwoRules_isReportedUnderTheRuleThatBlocks() {
    Lab lab = Lab.of(perUser("other", "100/1d"), blocking("r", "1/1s", 1)).use("u", 1);
    deny(lab, "u", 1);
    lab.time.pass(Duration.ofMinutes(2));

    Decision denied = lab.check("u");

    assertThat(denied.rule()).isEqualTo("r");
    assertThat(denied.isBlocked()).isTrue();
    assertThat(denied.retryAfter()).isEqualTo(480);
    assertThat(denied.limits()).extracting(LimitStatus::rule).containsExactly("other", "r");
    assertThat(denied.limits()).extracting(LimitStatus::allowed).containsExactly(true, false);
    assertThat(lab.left("u", "other")).isEqualTo(99);
  }

  @Test
  void denial_byAnotherRule_isNoStrike() {
    Lab lab = Lab.of(perUser("other", "1/1h"), blocking("r", "100/1s", 1)).use("u", 1);

    deny(lab, "u", 10);

    assertThat(lab.throttlex.block("r|user=u")).isEqualTo(new BlockStatus(0, 1, 0));
    assertThat(lab.check("u").isBlocked()).isFalse();
  }

  @Test
  void shadowRule_countsTheBlockAndAdmits() {
    List<String> blocked = new ArrayList<>();
    ManualTime time = new ManualTime();
    DecisionListener listener =
        new DecisionListener() {
          @Override
          public void decided(
              RequestContext request, Decision decision, DecisionListener.Verdicts verdicts) {}

          @Override
          public void blockBegan(Rule rule, Key key) {
            blocked.add(key.text());
          }
        };
    ThrottleX engine =
        ThrottleX.of(
            Lab.book(blocking("r", "1/1s", 2).mode(Mode.SHADOW)),
            new MemoryStore(),
            time,
            DecisionListener.NONE.and(listener));
    for (int i = 0; i < 10; i++) {
      assertThat(engine.check(RequestContext.ofUser("u")).allowed()).isTrue();
    }
    time.pass(Duration.ofMinutes(1));

    Decision allowed = engine.check(RequestContext.ofUser("u"));

    assertThat(allowed.allowed()).isTrue();
    assertThat(allowed.isBlocked()).isFalse();
    assertThat(allowed.limits()).extracting(LimitStatus::allowed).containsExactly(false);
    assertThat(blocked).containsExactly("r|user=u");
  }

  @Test
  void explain_showsStrikesAndTheEndOfTheBlock_andAddsNoStrike() {
    Lab lab = Lab.of(blocking("r", "1/1h", 3)).use("u", 1);
    deny(lab, "u", 2);
    RequestContext request = RequestContext.ofUser("u");

    for (int i = 0; i < 5; i++) {
      assertThat(lab.throttlex.explain(request).rules().get(0).block())
          .isEqualTo(new BlockStatus(2, 3, 0));
    }
    deny(lab, "u", 1);
    Explanation explained = lab.throttlex.explain(request);
    BlockStatus block = explained.rules().get(0).block();
    assertThat(block).isNotNull();
    assertThat(block.endsAtNanos()).isEqualTo(lab.time.nanos() + TEN_MINUTES.toNanos());
    assertThat(explained.decision().isBlocked()).isTrue();
  }

  @Test
  void reset_liftsTheBlockToo() {
    Lab lab = Lab.of(blocking("r", "1/1h", 1)).use("u", 1);
    deny(lab, "u", 2);

    assertThat(lab.throttlex.reset("r|user=u")).isTrue();

    assertThat(lab.check("u").allowed()).isTrue();
    deny(lab, "u", 1);
    assertThat(lab.check("u").isBlocked()).isTrue();
  }

  @Test
  void ruleThatNoLongerBlocks_admitsTheKeyAtOnce() {
    Lab lab = Lab.of(blocking("r", "1/1s", 1)).use("u", 1);
    deny(lab, "u", 2);
    lab.time.pass(Duration.ofSeconds(1));

    lab.throttlex.rules(Lab.book(perUser("r", "1/1s")));

    assertThat(lab.check("u").allowed()).isTrue();
  }

  @Test
  void newKeys_whenMemoryHasNoRoom_areNotBlockedForEachOther() {
    ManualTime time = new ManualTime();
    ThrottleX engine =
        ThrottleX.of(
            Lab.book(blocking("r", "1/1s", 1)),
            new MemoryStore(1, MemoryBudget.ofThisProcess()),
            time);
    engine.check(RequestContext.ofUser("first"));
    for (int i = 0; i < 10; i++) {
      engine.check(RequestContext.ofUser("flood-" + i));
    }
    time.pass(Duration.ofMinutes(1));

    assertThat(engine.check(RequestContext.ofUser("innocent")).allowed()).isTrue();
  }

  /** A store that answers when it is told to. */
  private static final class SlowStore extends ForwardingStore {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final MemoryStore memory;
    private int calls;
    private boolean slow;

    SlowStore(MemoryStore memory) {
      super(memory);
      this.memory = memory;
    }

    @Override
    public CompletionStage<Verdicts> decide(Charges charges) {
      calls++;
      if (!slow || charges.get(0).index() >= 0) {
        return memory.decide(charges);
      }
      CompletableFuture<Verdicts> answer = new CompletableFuture<>();
      waiting.add(() -> memory.decide(charges).thenAccept(answer::complete));
      return answer;
    }

    void answerAll() {
      while (!waiting.isEmpty()) {
        waiting.remove().run();
      }
    }
  }

  @Test
  void strikes_whileOneIsInFlight_areChargedTogetherAndNoneIsLost() {
    SlowStore store = new SlowStore(new MemoryStore());
    ThrottleX engine = ThrottleX.of(Lab.book(blocking("r", "1/1h", 100)), store, new ManualTime());
    engine.check(RequestContext.ofUser("u"));
    store.slow = true;
    int before = store.calls;

    for (int i = 0; i < 60; i++) {
      engine.check(RequestContext.ofUser("u"));
    }

    assertThat(store.calls - before).isEqualTo(60 + 1);
    store.answerAll();
    assertThat(store.calls - before).isEqualTo(60 + 2);
    assertThat(engine.block("r|user=u")).isEqualTo(new BlockStatus(60, 100, 0));
  }

  @Test
  void repeatedDenials_whileOneIsInFlight_displaceNoOtherStrike() {
    SlowStore store = new SlowStore(new MemoryStore());
    ThrottleX engine = ThrottleX.of(Lab.book(blocking("r", "1/1h", 5)), store, new ManualTime());
    engine.check(RequestContext.ofUser("u"));
    store.slow = true;
    for (int i = 0; i < 10; i++) {
      engine.check(RequestContext.builder().user("u").idempotencyKey("same").build());
    }
    engine.check(RequestContext.builder().user("u").idempotencyKey("other").build());

    store.answerAll();

    assertThat(engine.block("r|user=u")).isEqualTo(new BlockStatus(2, 5, 0));
  }

  @Test
  void strike_inFlightWhenItsBlockIsLifted_endsWithItsCall() {
    SlowStore store = new SlowStore(new MemoryStore());
    ThrottleX engine = ThrottleX.of(Lab.book(blocking("r", "1/1h", 100)), store, new ManualTime());
    engine.check(RequestContext.ofUser("u"));
    store.slow = true;
    engine.check(RequestContext.ofUser("u"));
    engine.liftBlock("r|user=u");
    engine.check(RequestContext.ofUser("u"));
    int before = store.calls;

    store.answerAll();

    assertThat(store.calls - before).isZero();
    assertThat(engine.block("r|user=u")).isEqualTo(new BlockStatus(2, 100, 0));
  }

  @Test
  void block_ofAnotherLengthOrCount_isAnError() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Block(Duration.ofMillis(999), 5))
        .withMessage("block: PT0.999S (expected: between 1s and 30d)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Block(TEN_MINUTES, 0))
        .withMessage("after: 0 (expected: a whole number from 1 to 1000)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Block(TEN_MINUTES, 5, Duration.ofMinutes(11)))
        .withMessage("within: PT11M (expected: between 1s and the block, PT10M)");
    Assertions.assertThatExceptionOfType(InvalidRulesException.class)
        .isThrownBy(
            () -> blocking("r", "10/1s", 5).adaptive(new Adaptive(5, 20, List.of())).build())
        .withMessageContaining("on-exceed: block with adaptive (expected: no block");
  }
}
