package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the operations of the engine for callers that let requests wait. */
class WaitingCheckTest {
  private static final RequestContext REQUEST = RequestContext.ofUser("u");

  private final List<Boolean> reported = new ArrayList<>();

  private ThrottleX engine(Rule... rules) {
    return ThrottleX.of(
        RuleBook.of(rules),
        new MemoryStore(),
        new ManualTime(),
        (request, decision, verdicts) -> reported.add(decision.allowed()));
  }

  private static Rule queue(String id, String key, Duration longest) {
    return Rule.builder(id).key(key).limits("1/1s").onExceed(OnExceed.queue(longest)).build();
  }

  @Test
  void queueKeys_areThoseOfRulesThatApplyAndQueue() {
    ThrottleX engine =
        engine(
            queue("a", "user", Duration.ofSeconds(3)),
            queue("b", "global", Duration.ofSeconds(4)),
            queue("other-key", "api-key", Duration.ofSeconds(5)),
            Rule.builder("rejects").key("user").limits("9/1s").build(),
            queue("watches", "user", Duration.ofSeconds(1)).toBuilder().mode(Mode.SHADOW).build());

    assertThat(engine.queueKeys(REQUEST))
        .containsExactly(
            new QueueKey("a|user=u", Duration.ofSeconds(3)),
            new QueueKey("b|global", Duration.ofSeconds(4)));
  }

  @Test
  void denial_hasTheKeyOfItsQueue() {
    ThrottleX engine = engine(queue("a", "user", Duration.ofSeconds(3)));
    engine.check(REQUEST);

    Decision denial = engine.check(REQUEST);
    assertThat(denial.isQueued(engine.rules())).isTrue();
    assertThat(engine.queueKeys(REQUEST).get(0).text()).isEqualTo(denial.key());
  }

  @Test
  void denial_byARuleThatRejectsAsWell_isNotQueued() {
    ThrottleX engine =
        engine(
            queue("a", "user", Duration.ofSeconds(3)),
            Rule.builder("rejects").key("user").limits("1/500ms").build());
    engine.check(REQUEST);

    assertThat(engine.check(REQUEST).isQueued(engine.rules())).isFalse();
  }

  @Test
  void denial_ofARequestThatWaits_isNotReported() {
    ThrottleX engine = engine(queue("a", "user", Duration.ofSeconds(3)));

    assertThat(Answers.await(engine.checkAsync(REQUEST, denial -> true)).allowed()).isTrue();
    assertThat(Answers.await(engine.checkAsync(REQUEST, denial -> true)).allowed()).isFalse();
    assertThat(reported).containsExactly(true);
    assertThat(Answers.await(engine.checkAsync(REQUEST, denial -> false)).allowed()).isFalse();
    assertThat(reported).containsExactly(true, false);
  }

  @Test
  void settledReservation_isNamedToEveryListener() {
    ThrottleX engine =
        engine(
            Rule.builder("c").key("user").limits("1/1m").algorithm(Algorithm.CONCURRENCY).build());
    List<String> settled = new ArrayList<>();
    engine.onSettled(settled::add);
    engine.onSettled(name -> settled.add("again " + name));
    Decision decision = engine.check(REQUEST);
    Answers.await(engine.release(decision));

    assertThat(settled).containsExactly(decision.reservation(), "again " + decision.reservation());
  }
}
