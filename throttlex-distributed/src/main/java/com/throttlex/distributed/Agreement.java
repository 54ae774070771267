package com.throttlex.distributed;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * On whether the charges of a request that can be repeated stand, among all who decide it.
 *
 * <p>A repetition gets the answer of every shard that has admitted its part. A shard that denied,
 * or whose answer was given by something else in its place or never arrived, may admit it this
 * time; the repetition could then pass on charges that were taken back. So before anything is taken
 * back, and before anything passes, each says in every shard what it is about to do, and hears what
 * was said there first. The charges stand if that is so in all of them; then nobody takes them
 * back.
 *
 * <p>What is said is a request of its own that a shard keeps the answer to, about a counter that is
 * never charged. It asks for nothing and so is admitted; the limit that it is answered under is the
 * vote.
 */
final class Agreement {
  private static final Key BALLOT = Key.of("throttlex|agreement", "agreement");
  private static final Limit STANDS = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1/1s"));
  private static final Limit FALLS = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1/2s"));

  private final List<CompletableFuture<Boolean>> said = new ArrayList<>();
  private final boolean stand;

  /** Says the same in all shards. */
  Agreement(boolean stand) {
    this.stand = stand;
  }

  /** Says it in a shard, of the request that is known there by that replay key. */
  void say(Store store, String replayKey, long now) {
    Charges vote = new Charges().start(now).replayKey(replayKey + "~stand");
    Charge ballot = vote.add(BALLOT, 0, stand ? STANDS : FALLS, 0);
    said.add(
        Failures.caught(() -> store.decide(vote))
            .thenApply(voted -> ballot.limit().equals(STANDS))
            .toCompletableFuture());
  }

  /** What holds; fails when a shard has not answered, and no other says that they fall. */
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
