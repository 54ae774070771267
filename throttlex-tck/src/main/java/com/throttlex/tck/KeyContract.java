package com.throttlex.tck;

import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of keys: different identities never share a counter, however spelled. */
interface KeyContract extends StoreFixture {
  @Test
  default void keys_thatLookAlike_haveCountersOfTheirOwn() {
    staysApart(AdversarialKeys.handPicked());
  }

  @Test
  default void keys_madeOfTroublesomeParts_haveCountersOfTheirOwn() {
    staysApart(AdversarialKeys.random(7, adversarialKeys()));
  }

  @Test
  @Tag("long")
  default void keys_ofTenTimesAsManyTroublesomeParts_haveCountersOfTheirOwn() {
    staysApart(AdversarialKeys.random(8, Math.min(900_000, 10 * adversarialKeys())));
  }

  @Test
  default void indexes_ofOneKey_haveCountersOfTheirOwn() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "1/1d");
    try (StoreDriver store = open()) {
      for (int index = 0; index < 20; index++) {
        List<ChargeAnswer> answers =
            store.decide(TraceStep.Request.of(new TraceStep.Part("indexed", index, limit, 1)));
        assertThat(answers.get(0).allowed()).as("index %s", index).isTrue();
      }
    }
  }

  private void staysApart(List<Key> keys) {
    Limit limit = limit(Algorithm.TOKEN_BUCKET, "1/1d");
    try (StoreDriver store = open()) {
      assertThat(store.admitted(keys, limit)).as("first of each").containsExactlyElementsOf(keys);
      assertThat(store.admitted(keys, limit)).as("second of each").isEmpty();
    }
  }
}
