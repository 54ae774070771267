package com.throttlex.shared;

import static com.throttlex.shared.LeaseLab.MILLI;
import static com.throttlex.shared.LeaseLab.SECOND;
import static com.throttlex.shared.LeaseLab.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.store.ChargeVerdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests keys with more demand than their limit. */
class DenialBackoffTest {
  private static final List<Algorithm> LEASED =
      List.of(Algorithm.TOKEN_BUCKET, Algorithm.FIXED_WINDOW, Algorithm.SLIDING_WINDOW_COUNTER);

  @Test
  void busyKey_overItsLimit_getsTheLimitWithFewCalls() {
    for (Algorithm algorithm : LEASED) {
      LeaseLab lab = new LeaseLab(MILLI);
      Limit limit = limit(algorithm, "10000/1s");
      try (Leases node = lab.node(1)) {
        lab.flood(node, limit, 100_000, MILLI / 20);
        long calls = lab.remote.calls();
        long start = lab.time.nanos();
        long admitted = lab.flood(node, limit, 200_000, MILLI / 20);
        long seconds = (lab.time.nanos() - start) / SECOND;
        assertThat(admitted).as("under %s", limit).isGreaterThan(9500 * seconds);
        assertThat(lab.remote.calls() - calls).as("calls under %s", limit).isLessThan(200_000 / 50);
      }
    }
  }

  @Test
  void denial_hereAfterOneOfTheSharedStore_tellsAWaitThatIsEnough() {
    for (Algorithm algorithm : LEASED) {
      LeaseLab lab = new LeaseLab(0);
      Limit limit = limit(algorithm, "1000/1s");
      try (Leases node = lab.node(1)) {
        ChargeVerdict denied;
        long calls;
        do {
          calls = lab.remote.calls();
          denied = lab.ask(node, limit, 1).get(0);
          lab.time.advance(MILLI / 10);
        } while (denied.allowed() || lab.remote.calls() > calls);
        assertThat(denied.waitNanos()).as("under %s", limit).isPositive();
        lab.time.advance(denied.waitNanos() - MILLI / 10);
        assertThat(lab.ask(node, limit, 1).admitted()).as("under %s", limit).isTrue();
      }
    }
  }
}
