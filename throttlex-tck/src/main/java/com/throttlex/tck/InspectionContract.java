package com.throttlex.tck;

import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Status;
import com.throttlex.tck.TraceStep.Part;
import com.throttlex.tck.TraceStep.Request;
import org.junit.jupiter.api.Test;

/** The contract of inspection: a counter can be read and reset without an effect on others. */
interface InspectionContract extends StoreFixture {
  @Test
  default void inspection_ofACounter_saysWhatTheLastChargeSaid() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit limit = limit(algorithm, "10/1h");
      Key key = StoreDriver.key("inspected");
      try (StoreDriver store = open()) {
        ChargeAnswer answer = store.charge(key, limit, 4);
        for (int i = 0; i < 3; i++) {
          assertThat(store.inspect(key, 0))
              .contains(new Status(limit, answer.remaining(), answer.resetAt()));
        }
        assertThat(store.inspect(key, 1)).isEmpty();
        assertThat(store.inspect(StoreDriver.key("other"), 0)).isEmpty();
      }
    }
  }

  @Test
  default void reset_ofACounter_forgetsItAndNoOther() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit limit = limit(algorithm, "10/1h");
      Key key = StoreDriver.key("reset");
      try (StoreDriver store = open()) {
        store.decide(
            Request.of(
                new Part("reset", 0, limit, 10),
                new Part("reset", 1, limit, 10),
                new Part("other", 0, limit, 10)));
        assertThat(store.reset(key, 0)).isTrue();
        assertThat(store.reset(key, 0)).as("a second reset").isFalse();
        assertThat(store.inspect(key, 0)).isEmpty();
        assertThat(store.inspect(key, 1)).isPresent();
        assertThat(store.charge(key, limit, 10).allowed()).as("all of %s", limit).isTrue();
        assertThat(store.charge(StoreDriver.key("other"), limit, 1).allowed()).isFalse();
      }
    }
  }

  @Test
  default void reset_ofWhatWasNeverCharged_findsNothing() {
    try (StoreDriver store = open()) {
      assertThat(store.reset(StoreDriver.key("nobody"), 0)).isFalse();
    }
  }
}
