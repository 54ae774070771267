package com.throttlex.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.Priority;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RuleCopyTest {
  @Test
  void builderOfARule_holdsEveryField() {
    Rule rule =
        Rule.builder("r")
            .name("Calls of a")
            .match(Match.endpoint("/a/**"))
            .key("user", "header:X-Tenant")
            .limits("free", List.of(Rate.parse("5/1m"), Rate.parse("9/1h")))
            .limits("pro", List.of(Rate.parse("50/1m")))
            .algorithm(Algorithm.GCRA)
            .cost(3)
            .answerCost(
                new AnswerCost(AnswerCost.Kind.JSON, "usage.total", AnswerCost.OnOverrun.CUT))
            .mode(Mode.SHADOW)
            .rollout(40)
            .shares(Map.of(Priority.LOW, 80))
            .onExceed(OnExceed.delay(Duration.ofSeconds(2)))
            .onStoreFailure(FailureMode.DENY)
            .sync(Sync.LEASED)
            .adaptive(new Adaptive(5, 50))
            .replaces("other")
            .build();

    assertThat(rule.toBuilder().build()).isEqualTo(rule);
    assertThat(rule.toBuilder().cost(4).build()).isNotEqualTo(rule);
    assertThat(rule.cost()).isEqualTo(3);
  }

  @Test
  void builderOfARandomRule_makesTheSameRule() {
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      Rule rule = RandomRules.rule(random, "r" + i).build();
      assertThat(rule.toBuilder().build()).isEqualTo(rule);
    }
  }

  @Test
  void countedHeaders_areThoseOfAllRulesAndTheDefaultInLowerCase() {
    Rule byTwo = Rule.builder("a").key("header:X-Tenant", "header:x-app").limits("5/1m").build();
    Rule again = Rule.builder("b").key("header:x-tenant").limits("5/1m").build();
    Rule none = Rule.builder("c").key("attribute:y").limits("5/1m").build();
    Rule rest = Rule.builder("default").key("header:X-Rest").limits("5/1m").build();

    RuleBook book = RuleBook.of(List.of(), new Fallback.Default(rest), List.of(byTwo, again, none));

    assertThat(book.countedHeaders()).containsExactlyInAnyOrder("x-tenant", "x-app", "x-rest");
    assertThat(RuleBook.EMPTY.countedHeaders()).isEmpty();
  }
}
