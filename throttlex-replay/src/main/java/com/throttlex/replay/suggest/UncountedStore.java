package com.throttlex.replay.suggest;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store without counters, which admits everything: it shows which rules apply to a request. */
final class UncountedStore implements Store {
  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    Verdicts verdicts = charges.verdicts();
    for (int i = 0; i < verdicts.size(); i++) {
      verdicts.get(i).judged(true, 0, 0);
      verdicts.get(i).report(charges.get(i).limit().capacity(), charges.now(), charges.now());
    }
    return verdicts.stage();
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return CompletableFuture.completedFuture(Settlement.UNKNOWN);
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return CompletableFuture.completedFuture(false);
  }

  @Override
  public void close() {}
}
