package com.throttlex;

import com.throttlex.key.Key;
import com.throttlex.rule.BlockCounters;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The counters of a key that is given in print, under the rules of a book. */
final class KeyCounters {
  private final Store store;
  private final CompiledRule rule;
  private final Key key;
  private final int count;

  /**
   * Parses the key.
   *
   * @throws IllegalArgumentException if no rule has such a key
   */
  KeyCounters(Store store, RuleBook book, Overrides overrides, String text) {
    int end = text.indexOf('|');
    this.store = store;
    rule = rule(book, end < 0 ? text : text.substring(0, end));
    key = rule.parse(text);
    count = Math.max(rule.maxLimits(), overrides.mostLimits());
  }

  static CompiledRule rule(RuleBook book, String id) {
    CompiledRule rule = book.rule(id);
    if (rule == null) {
      throw new IllegalArgumentException("rule: \"" + id + "\" (expected: the id of a rule)");
    }
    return rule;
  }

  /** Returns the printed form of the key. */
  String key() {
    return key.text();
  }

  Key id() {
    return key;
  }

  /** Returns the block of the key, or null if its rule does not block. */
  @Nullable BlockStatus block(long now) {
    return block(store, rule, key, now);
  }

  /** Returns the block of a key, or null if its rule does not block. */
  static @Nullable BlockStatus block(Store store, CompiledRule rule, Key key, long now) {
    BlockCounters counters = rule.block();
    if (counters == null) {
      return null;
    }
    long after = counters.strikes().capacity();
    long strikes =
        Answers.await(store.inspect(key, BlockCounters.STRIKES, now))
            .map(status -> status.limit().capacity() - status.remaining())
            .orElse(0L);
    long endsAt =
        Answers.await(store.inspect(key, BlockCounters.BLOCK, now))
            .filter(status -> status.remaining() == 0)
            .map(Status::resetAt)
            .orElse(0L);
    return new BlockStatus(strikes, after, endsAt);
  }

  /** Removes the block and the strikes of the key; returns false if there are none. */
  boolean lift(long now) {
    boolean any = false;
    if (rule.block() != null) {
      any = Answers.await(store.reset(key, BlockCounters.BLOCK, now));
      any |= Answers.await(store.reset(key, BlockCounters.STRIKES, now));
    }
    return any;
  }

  List<LimitStatus> inspect(long now) {
    List<LimitStatus> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Answers.await(store.inspect(key, i, now))
          .ifPresent(status -> found.add(LimitStatus.of(rule.rule(), status, now)));
    }
    return List.copyOf(found);
  }

  boolean reset(long now) {
    boolean any = lift(now);
    for (int i = 0; i < count; i++) {
      any |= Answers.await(store.reset(key, i, now));
    }
    return any;
  }
}
