package com.throttlex;

import static com.throttlex.Lab.book;
import static com.throttlex.Lab.global;
import static com.throttlex.Lab.perUser;
import static com.throttlex.Lab.user;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A check whose rules and keys were found before. */
class MatchedRequestTest {
  private final Lab lab = Lab.of(perUser("each", "2/1m"), global("all", "5/1m"));

  private MatchedRequest match(String user) {
    return lab.throttlex.match(user(user).build());
  }

  private Decision check(MatchedRequest request) {
    return lab.throttlex.checkMatched(request);
  }

  @Test
  void requests_matchedBefore_areDecidedLikeOthers() {
    Lab usual = Lab.of(perUser("each", "2/1m"), global("all", "5/1m"));
    List<String> users = List.of("a", "b", "a", "a", "c", "b", "c", "d");
    List<MatchedRequest> matched = users.stream().map(this::match).toList();

    for (int i = 0; i < users.size(); i++) {
      Decision decision = check(matched.get(i));
      Decision expected = usual.check(users.get(i));
      assertThat(decision.allowed()).isEqualTo(expected.allowed());
      assertThat(decision.rule()).isEqualTo(expected.rule());
      assertThat(decision.remaining()).isEqualTo(expected.remaining());
    }
  }

  @Test
  void request_matchedInAnotherThread_isChargedToItsOwnKey() {
    MatchedRequest elsewhere = CompletableFuture.supplyAsync(() -> match("a")).join();
    MatchedRequest here = match("b");

    assertThat(check(here).remaining()).isEqualTo(1);
    assertThat(check(elsewhere).remaining()).isEqualTo(1);
    assertThat(lab.check("a").remaining()).isZero();
    assertThat(lab.check("b").remaining()).isZero();
  }

  @Test
  void request_whenTheRulesChange_isMatchedAgain() {
    MatchedRequest before = match("a");

    lab.throttlex.rules(book(perUser("each", "1/1m"), perUser("also", "9/1m")));

    assertThat(check(before).limits()).hasSize(2);
    assertThat(check(before).allowed()).isFalse();
  }

  @Test
  void matchedRequest_namesItsKeysAndTheTierOfItsUser() {
    lab.throttlex.tier("a", "pro");
    MatchedRequest matched = match("a");

    assertThat(matched.request().tier()).isEqualTo("pro");
    assertThat(Stream.of(0, 1).map(i -> matched.key(i).text()))
        .containsExactly("each|user=a", "all|global");
    assertThat(matched.size()).isEqualTo(2);
  }
}
