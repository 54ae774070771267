package com.throttlex.shared;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The agreement of all nodes that decide a repeatable request on whether its charges stand.
 *
 * <p>A repeated request gets the stored answer of every shard that has admitted its part. Another
 * shard may have denied its part, or its answer was made in fallback or was lost. That shard may
 * admit the part this time, and the request could then be allowed by charges that were taken back.
 * So before charges are taken back, and before a request is allowed, each node writes its vote to
 * every shard and reads the first vote there. The charges stand if the first vote in every shard is
 * for them; then nobody takes them back.
 *
 * <p>A vote is a request of its own, on a counter that is never charged. Its cost is 0, so it is
 * admitted, and the shard stores the answer. The limit in the answer is the vote.
 */
final class Agreement {
  private static final Key BALLOT = Key.of("throttlex|agreement", "agreement");
  private static final Limit STANDS = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1/1s"));
  private static final Limit FALLS = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1/2s"));

  private final List<CompletableFuture<Boolean>> said = new ArrayList<>();
  private final boolean stand;

  /** Creates an agreement that sends the same vote to all shards. */
  Agreement(boolean stand) {
    this.stand = stand;
  }

  /** Sends the vote to a shard, for the request with that replay key there. */
  void say(Store store, String replayKey, long now) {
    Charges vote = new Charges().start(now).replayKey(replayKey + "~stand");
    vote.add(BALLOT, 0, stand ? STANDS : FALLS, 0);
    said.add(
        Failures.caught(() -> store.decide(vote))
            .thenApply(voted -> voted.get(0).limit().equals(STANDS))
            .toCompletableFuture());
  }

  /**
   * Returns the result; fails if a shard has not answered and no other votes to take charges back.
   */
  CompletionStage<Boolean> reached() {
    CompletableFuture<Void> all = CompletableFuture.allOf(said.toArray(CompletableFuture[]::new));
    return all.handle((done, failure) -> said.stream().anyMatch(Agreement::isAgainst))
        .thenCompose(
            against ->
                against ? CompletableFuture.completedFuture(false) : all.thenApply(done -> true));
  }

  private static boolean isAgainst(CompletableFuture<Boolean> vote) {
    return !vote.isCompletedExceptionally() && !vote.join();
  }
}
