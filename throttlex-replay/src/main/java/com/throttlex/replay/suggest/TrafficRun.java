package com.throttlex.replay.suggest;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Store;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;

/** One run of traffic through the engine, at the times of the log. */
final class TrafficRun implements TimeSource, DecisionListener, RecordedTraffic.Sink {
  private static final ClientPart[] PARTS = ClientPart.values();

  private final List<RuleDraft> drafts;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ThrottleX engine;
  private final LongPredicate wanted;
  private final KeyListener listener;
  private final long[] hashes = new long[PARTS.length];
  private long now;

  /** Receives the verdict on one key of a request. */
  @FunctionalInterface
  interface KeyListener {
    /**
     * Receives a verdict.
     *
     * @param draft the number of the rule
     * @param hash the hash of the client
     * @param key the key, valid only during the call
     * @param allowed whether the limits of the rule allow the request
     */
    void decided(int draft, long hash, Key key, long nanos, boolean allowed);
  }

  private TrafficRun(
      List<RuleDraft> drafts,
      List<Rule> rules,
      Store store,
      LongPredicate wanted,
      KeyListener listener) {
    this.drafts = drafts;
    this.wanted = wanted;
    this.listener = listener;
    for (int i = 0; i < drafts.size(); i++) {
      numbers.put(drafts.get(i).id(), i);
    }
    engine = ThrottleX.of(RuleBook.of(List.of(), Fallback.ALLOW, rules), store, this, this);
  }

  /**
   * Decides all requests of wanted clients.
   *
   * @param drafts the drafts that the rules are made from
   * @param wanted selects clients by their hashes
   */
  static void of(
      RecordedTraffic traffic,
      List<RuleDraft> drafts,
      List<Rule> rules,
      Store store,
      LongPredicate wanted,
      KeyListener listener)
      throws IOException {
    traffic.read(new TrafficRun(drafts, rules, store, wanted, listener));
  }

  @Override
  public void accept(long nanos, RequestContext request, int status) {
    boolean any = false;
    for (int i = 0; i < PARTS.length; i++) {
      long hash = PARTS[i].hash(request);
      hashes[i] = hash != 0 && wanted.test(hash) ? hash : 0;
      any |= hashes[i] != 0;
    }
    if (any) {
      now = Math.max(now, nanos);
      engine.check(request);
    }
  }

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts) {
    for (int i = 0; i < verdicts.size(); i++) {
      int draft = Objects.requireNonNull(numbers.get(verdicts.rule(i).id()));
      long hash = hash(drafts.get(draft).part());
      if (hash != 0) {
        listener.decided(draft, hash, verdicts.key(i), now, verdicts.allowed(i));
      }
    }
  }

  /** Returns the hash of the present client; 0 if it is not wanted. */
  private long hash(ClientPart part) {
    for (int i = 0; i < PARTS.length; i++) {
      if (PARTS[i] == part) {
        return hashes[i];
      }
    }
    return 0;
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void sleep(long nanos) {
    now += nanos;
  }
}
