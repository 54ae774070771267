package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Tests that the engine does not change the charges that a store may still read. */
class KeptChargesTest {
  private static final Limit TEN = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("10/1s"));

  /** A store that answers at once, and keeps the charges as a remote store does. */
  private static final class KeepingStore extends ForwardingStore {
    final List<Charges> asked = new ArrayList<>();
    boolean keeps = true;

    KeepingStore() {
      super(new MemoryStore(100));
    }

    @Override
    public CompletionStage<Verdicts> decide(Charges charges) {
      if (keeps) {
        charges.keep();
      }
      asked.add(charges);
      return super.decide(charges);
    }

    List<String> keys() {
      return asked.stream().map(charges -> charges.get(0).key().text()).toList();
    }
  }

  private final KeepingStore store = new KeepingStore();
  private final ThrottleX throttlex =
      ThrottleX.of(
          RuleBook.of(Rule.builder("r").key("user").limits("10/1s").build()),
          store,
          new SystemTime());

  private void checkInEveryWay() {
    throttlex.check(RequestContext.ofUser("waits"));
    throttlex.checkAsync(RequestContext.ofUser("later")).toCompletableFuture().join();
    throttlex.charge("cell", Key.of("cell|key=a", "a"), TEN, 1).toCompletableFuture().join();
    throttlex.check(RequestContext.ofUser("last"));
  }

  @Test
  void charges_thatTheStoreKeeps_stayThoseOfTheirRequest() {
    checkInEveryWay();

    assertThat(store.keys())
        .containsExactly("r|user=waits", "r|user=later", "cell|key=a", "r|user=last");
    assertThat(store.asked).doesNotHaveDuplicates();
  }

  @Test
  void charges_thatTheStoreKeepsOnce_areTheOnlyNewOnes() {
    checkInEveryWay();
    store.asked.clear();
    store.keeps = false;
    checkInEveryWay();

    assertThat(store.asked).hasSize(4).containsOnly(store.asked.get(0));
    assertThat(store.keys()).containsOnly("r|user=last");
  }
}
