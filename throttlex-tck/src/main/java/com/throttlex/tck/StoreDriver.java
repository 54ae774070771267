package com.throttlex.tck;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.TraceStep.Part;
import com.throttlex.tck.TraceStep.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A store under test and its clock, as the tests of the contract use them. */
final class StoreDriver implements AutoCloseable {
  private static final int AT_ONCE = 64;

  private final Store store;
  private final LongConsumer timeIs;
  private final Map<String, String> names = new ConcurrentHashMap<>();
  private volatile long now;

  StoreDriver(Store store, LongConsumer timeIs, long start) {
    this.store = store;
    this.timeIs = timeIs;
    at(start);
  }

  long now() {
    return now;
  }

  StoreDriver at(long nanos) {
    now = nanos;
    timeIs.accept(nanos);
    return this;
  }

  StoreDriver advance(long nanos) {
    return at(now + nanos);
  }

  StoreDriver advance(Duration by) {
    return advance(by.toNanos());
  }

  /** Starts a request; each thread needs its own. */
  Charges start() {
    return new Charges().start(now);
  }

  Verdicts decide(Charges charges) {
    String asked = charges.reservation();
    Verdicts answer = join(store.decide(charges));
    String given = answer.reservation();
    if (asked != null && given != null && given.startsWith(asked)) {
      names.putIfAbsent(asked, given);
    }
    return answer;
  }

  ChargeAnswer charge(Key key, Limit limit, long cost) {
    Charges charges = start();
    charges.add(key, 0, limit, cost);
    return ChargeAnswer.of(decide(charges).get(0));
  }

  /**
   * Charges each key once, many at a time, and returns the keys that were admitted. A store that
   * sends requests together then needs few calls.
   */
  List<Key> admitted(List<Key> keys, Limit limit) {
    List<Key> admitted = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += AT_ONCE) {
      List<Key> some = keys.subList(from, Math.min(keys.size(), from + AT_ONCE));
      List<CompletionStage<Verdicts>> stages = new ArrayList<>();
      for (Key key : some) {
        Charges charges = start();
        charges.add(key, 0, limit, 1);
        stages.add(store.decide(charges));
      }
      for (int i = 0; i < some.size(); i++) {
        if (join(stages.get(i)).admitted()) {
          admitted.add(some.get(i));
        }
      }
    }
    return admitted;
  }

  ChargeAnswer ask(Key key, Limit limit, long cost) {
    Charges charges = start().dryRun();
    charges.add(key, 0, limit, cost);
    return ChargeAnswer.of(decide(charges).get(0));
  }

  /** Charges under a reservation. */
  ChargeAnswer reserve(String name, Duration length, Key key, Limit limit, long cost) {
    Charges charges = start().reserve(name, length.toNanos());
    charges.add(key, 0, limit, cost);
    return ChargeAnswer.of(decide(charges).get(0));
  }

  List<ChargeAnswer> decide(Request request) {
    Charges charges = start();
    String reservation = request.reservation();
    String replayKey = request.replayKey();
    for (Part part : request.parts()) {
      charges.add(
          key(part.key()),
          part.index(),
          part.limit(),
          part.cost(),
          part.rule(),
          new Terms(part.shadow(), part.maxDelay(), Sync.STRICT, FailureMode.LOCAL, part.share()));
    }
    if (request.dryRun()) {
      charges.dryRun();
    }
    if (reservation != null) {
      charges.reserve(reservation, request.reservationNanos());
    }
    if (replayKey != null) {
      charges.replayKey(replayKey);
    }
    return answers(decide(charges));
  }

  static List<ChargeAnswer> answers(Verdicts verdicts) {
    List<ChargeAnswer> answers = new ArrayList<>();
    for (int i = 0; i < verdicts.size(); i++) {
      answers.add(ChargeAnswer.of(verdicts.get(i)));
    }
    return answers;
  }

  Settlement settle(String reservation, long cost) {
    return join(store.settle(names.getOrDefault(reservation, reservation), cost, now));
  }

  /** Extends a reservation; returns null if there is none to extend. */
  @Nullable Verdicts extend(String reservation, long cost) {
    return join(store.extend(names.getOrDefault(reservation, reservation), cost, now));
  }

  Optional<Status> inspect(Key key, int index) {
    return join(store.inspect(key, index, now));
  }

  boolean reset(Key key, int index) {
    return join(store.reset(key, index, now));
  }

  static Key key(String name) {
    return Key.of("tck|user=" + name, name);
  }

  private static <T extends @Nullable Object> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  @Override
  public void close() {
    store.close();
  }
}
