package com.throttlex;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The errors that a caller gets from a store that cannot decide. */
class StoreFailureTest {
  private static final class GoneStore implements Store {
    private static <T> CompletionStage<T> gone() {
      return CompletableFuture.supplyAsync(
          () -> {
            throw new StoreUnavailableException("gone");
          });
    }

    @Override
    public CompletionStage<Verdicts> decide(Charges charges) {
      return gone();
    }

    @Override
    public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
      return gone();
    }

    @Override
    public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
      return gone();
    }

    @Override
    public CompletionStage<Boolean> reset(Key key, int index, long now) {
      return gone();
    }

    @Override
    public void close() {}
  }

  @Test
  void check_whenTheStoreIsGone_throwsWhatItFailedWith() {
    try (ThrottleX throttlex =
        ThrottleX.of(Lab.book(Lab.perUser("r", "5/1d")), new GoneStore(), new ManualTime())) {
      assertThatThrownBy(() -> throttlex.check(RequestContext.ofUser("u")))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessage("gone");
      assertThatThrownBy(() -> throttlex.settle("r", 1))
          .isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(() -> throttlex.reset("r|user=u"))
          .isInstanceOf(StoreUnavailableException.class);
    }
  }
}
