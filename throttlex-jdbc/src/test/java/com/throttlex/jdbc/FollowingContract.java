package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A reader that follows the changes of several writers misses none. */
interface FollowingContract extends OpenDatabase {
  int WRITERS = 6;
  int CHANGES = 30;

  /** Writers on two open databases change a few users, each again and again. */
  @Test
  @Timeout(60)
  default void follower_ofConcurrentChanges_endsWithTheLatestState() throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    Map<String, UserChange> followed = new HashMap<>();
    try (Database other = Database.open(url())) {
      List<Future<Integer>> work =
          IntStream.range(0, WRITERS)
              .mapToObj(n -> changes(n % 2 == 0 ? database() : other, n))
              .map(writers::submit)
              .toList();
      long revision = 0;
      while (!work.stream().allMatch(Future::isDone)) {
        revision = follow(revision, followed);
      }
      follow(revision, followed);
      for (Future<Integer> done : work) {
        assertThat(done.get()).isEqualTo(CHANGES);
      }
    } finally {
      writers.shutdown();
      assertThat(writers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(followed.values()).containsExactlyInAnyOrderElementsOf(database().users().latest());
    assertThat(database().users().revision()).isEqualTo(WRITERS * CHANGES);
  }

  private static Callable<Integer> changes(Database database, int writer) {
    return () -> {
      for (int i = 0; i < CHANGES; i++) {
        String user = "u" + (i + writer) % 4;
        if (i % 5 == 4) {
          database.users().removeTier(user, CHANGE);
        } else {
          database.users().putTier(user, writer + "-" + i, CHANGE);
        }
      }
      return CHANGES;
    };
  }

  private long follow(long revision, Map<String, UserChange> followed) {
    long current = database().users().revision();
    if (current != revision) {
      for (UserChange change : database().users().changesAfter(revision)) {
        followed.merge(
            change.user(), change, (last, next) -> next.turn() > last.turn() ? next : last);
      }
    }
    return current;
  }
}
