package com.throttlex.proxy.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How unfair turns between lines can be, in random traffic: by one request. */
class TurnsSimulationTest {
  private static final int ARRIVALS = 200;

  private final ManualLoop loop = new ManualLoop();
  private final List<Admission> admissions = new ArrayList<>();

  private record Admission(String user, long arrivedAt, long at) {
    boolean waited() {
      return at > arrivedAt;
    }
  }

  private HeldRequests held() {
    OnExceed queue = OnExceed.queue(Duration.ofMinutes(1));
    Rule own = Rule.builder("own").key("user").limits("1000/1s").onExceed(queue).build();
    Rule all = Rule.builder("all").key("global").limits("1/50ms").onExceed(queue).build();
    ThrottleX engine = ThrottleX.of(RuleBook.of(own, all), new MemoryStore(), loop.clock);
    return new HeldRequests(engine, loop, ARRIVALS, WaitingListener.NONE);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void lineThatWaits_getsATurnBetweenTwoTurnsOfAnother(long seed) {
    Random random = new Random(seed);
    HeldRequests held = held();
    int users = 2 + random.nextInt(5);
    for (int i = 0; i < ARRIVALS; i++) {
      String user = "u" + (random.nextBoolean() ? 0 : random.nextInt(users));
      long arrived = loop.nanos();
      var unused =
          held.admit(RequestContext.ofUser(user))
              .thenAccept(decision -> admissions.add(new Admission(user, arrived, loop.nanos())));
      loop.advance(Duration.ofMillis(random.nextInt(70)));
    }
    loop.advance(Duration.ofMinutes(1));

    assertThat(admissions).hasSize(ARRIVALS);
    for (int first = 0; first < ARRIVALS; first++) {
      assertTurnsAfter(first);
    }
  }

  /** Every line that waited at one turn of a user had a turn before the user's next one. */
  private void assertTurnsAfter(int first) {
    Admission turn = admissions.get(first);
    List<Admission> between = new ArrayList<>();
    for (int i = first + 1; i < ARRIVALS && turn.waited(); i++) {
      Admission next = admissions.get(i);
      if (next.user().equals(turn.user())) {
        assertThat(admissions.subList(i + 1, ARRIVALS))
            .filteredOn(later -> later.arrivedAt() < turn.at())
            .filteredOn(later -> !later.user().equals(turn.user()))
            .allMatch(later -> between.stream().anyMatch(had -> had.user().equals(later.user())));
        return;
      }
      between.add(next);
    }
  }
}
