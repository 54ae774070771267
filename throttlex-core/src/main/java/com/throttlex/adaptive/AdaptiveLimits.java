package com.throttlex.adaptive;

import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All adaptive limits: observes requests and health signals, and moves the limits.
 *
 * <p>Time is always an argument, in nanoseconds. A thread or a request must call {@link #tick}
 * regularly; it makes a step once per interval of the rules. Thread-safe.
 */
public final class AdaptiveLimits {
  /** The largest number of sources that have a health of their own. */
  public static final int MOST_SOURCES = 1000;

  private final NodeAgreement agreement;
  private final InFlightRequests flights = new InFlightRequests();
  private final Sources sources = new Sources();
  private final List<Consumer<Adjustment>> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile AdaptivePlan plan = AdaptivePlan.EMPTY;
  private volatile long due = Long.MIN_VALUE;
  private volatile Map<String, Long> limits = Map.of();
  private volatile @Nullable String problem;

  /** Creates limits on which all nodes that share the notes agree. */
  public AdaptiveLimits(Notes notes) {
    agreement = new NodeAgreement(notes);
  }

  /**
   * Registers a function that reads signals of a source at every step. A source may have several;
   * of two values of a signal, the one registered last counts.
   */
  public void watch(String source, LongFunction<Map<Signal, Double>> signals) {
    sources.watch(source, signals);
  }

  /** Makes requests to a source count for another source too, of which it is a part. */
  public void partOf(String whole, String source) {
    sources.partOf(whole, source);
  }

  /** Registers a listener for every move that this node makes for all nodes. */
  public void listen(Consumer<Adjustment> listener) {
    listeners.add(listener);
  }

  /** Replaces the rules whose limits move. */
  public void govern(List<AdaptiveRule> rules, AdaptiveSettings settings) {
    plan = new AdaptivePlan(rules, settings);
    refresh();
  }

  /** Returns whether any limit is adaptive. */
  public boolean isActive() {
    return !plan.rules().isEmpty();
  }

  /** Returns the limits that have moved, by rule. Other rules have their written limits. */
  public Map<String, Long> limits() {
    return limits;
  }

  private void refresh() {
    Map<String, Long> moved = new TreeMap<>();
    AdaptiveValues standings = agreement.standings();
    for (AdaptiveRule rule : plan.rules().values()) {
      if (standings.of(rule.rule()) != null) {
        moved.put(rule.rule(), plan.standing(standings, rule, standings.time()).limit());
      }
    }
    if (!moved.equals(limits)) {
      limits = Map.copyOf(moved);
    }
  }

  /**
   * Records pushed signals of a source; returns false if they are too old to count.
   *
   * @param at when the signals had these values
   * @throws IllegalArgumentException if there are too many sources
   */
  public boolean signal(String source, Readings readings, long at, long now) {
    return sources.signal(source, readings, at, now, plan);
  }

  /** Records the end of a request to a source that this process admitted. */
  public void ended(String source, long nanos, Outcome outcome) {
    sources.ended(source, nanos, outcome, plan);
  }

  /**
   * Records the start of a request that has a reservation.
   *
   * @param rules the rules that it holds units of
   * @param patience how long it can be in flight
   */
  public void began(
      String reservation, String source, List<String> rules, long now, long patience) {
    List<String> watchedRules = new ArrayList<>();
    for (String rule : rules) {
      AdaptiveRule governed = plan.rules().get(rule);
      if (governed != null && governed.slots()) {
        watchedRules.add(rule);
      }
    }
    flights.begin(
        new InFlightRequests.Flight(
            reservation, source, List.copyOf(watchedRules), now, now + patience));
  }

  /**
   * Records that a rule was checked.
   *
   * @param units how many units of its limit are in use, according to the store
   * @param refused whether the request did not fit
   */
  public void inUse(String rule, long units, boolean refused) {
    AdaptiveRule governed = plan.rules().get(rule);
    if (governed != null && governed.slots()) {
      flights.inUse(rule, units, refused);
    }
  }

  /**
   * Records the end of a request that has a reservation.
   *
   * @param told whether its outcome was already recorded for the source
   */
  public void ended(String reservation, Outcome outcome, boolean told, long now) {
    InFlightRequests.Flight flight = flights.end(reservation, outcome, now);
    if (flight != null && !told) {
      ended(flight.source(), now - flight.began(), outcome);
    }
  }

  /** Evaluates the observations and moves limits, if the interval has passed. */
  public void tick(long now) {
    if (!isActive() || now < due || !busy.compareAndSet(false, true)) {
      return;
    }
    AdaptivePlan current = plan;
    due = now + current.settings().interval().toNanos();
    try {
      NodeReport own = look(current, now);
      var unused =
          round(own, current, now)
              .whenComplete((moved, failure) -> ended(own, current, now, moved, failure));
    } catch (RuntimeException e) {
      problem = String.valueOf(e.getMessage());
      busy.set(false);
    }
  }

  private CompletionStage<List<Adjustment>> round(NodeReport own, AdaptivePlan current, long now) {
    try {
      return agreement.round(own, current, now);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void ended(
      NodeReport own,
      AdaptivePlan current,
      long now,
      @Nullable List<Adjustment> moved,
      @Nullable Throwable failure) {
    problem = failure == null ? null : String.valueOf(failure.getMessage());
    List<Adjustment> all = moved == null ? agreement.cutAlone(own, current, now) : moved;
    refresh();
    busy.set(false);
    announce(all);
  }

  private void announce(List<Adjustment> moved) {
    moved.forEach(adjustment -> listeners.forEach(listener -> listener.accept(adjustment)));
  }

  private NodeReport look(AdaptivePlan current, long now) {
    boolean lost = agreement.nodes() == 1;
    for (InFlightRequests.Flight flight : flights.giveUp(now, lost)) {
      if (lost) {
        ended(flight.source(), now - flight.began(), Outcome.DROPPED);
      }
    }
    Map<String, Traffic> traffic = new TreeMap<>();
    for (AdaptiveRule rule : current.rules().values()) {
      if (rule.slots()) {
        long limit = limits.getOrDefault(rule.rule(), rule.range().base());
        traffic.put(rule.rule(), flights.look(rule.rule(), limit));
      }
    }
    return new NodeReport(sources.look(current, now), traffic);
  }

  /** Holds a limit at its value until it is resumed. */
  public CompletionStage<?> freeze(String rule, long now) {
    return change(rule, now, AdaptiveMode.FROZEN, 0, null, "frozen by hand");
  }

  /** Lets the controller move a limit again. */
  public CompletionStage<?> resume(String rule, long now) {
    return change(rule, now, AdaptiveMode.AUTO, 0, null, "resumed by hand");
  }

  /**
   * Sets a limit to a value.
   *
   * @param forTime for how long; null until it is resumed
   * @throws IllegalArgumentException if there is no such rule, or the limit is not in its range
   */
  public CompletionStage<?> fix(String rule, long limit, @Nullable Duration forTime, long now) {
    Range range = plan.rule(rule).range();
    if (limit < range.min() || limit > range.max()) {
      throw new IllegalArgumentException(
          "limit: " + limit + " (expected: from " + range.min() + " to " + range.max() + ")");
    }
    return change(rule, now, AdaptiveMode.FIXED, limit, forTime, "fixed by hand");
  }

  private CompletionStage<?> change(
      String rule,
      long now,
      AdaptiveMode mode,
      long limit,
      @Nullable Duration forTime,
      String reason) {
    return agreement
        .change(
            rule,
            plan,
            now,
            (standing, time) ->
                standing.in(
                    mode,
                    limit,
                    forTime == null ? Long.MAX_VALUE : time + forTime.toNanos(),
                    reason,
                    time))
        .thenAccept(
            moved -> {
              refresh();
              announce(moved);
            });
  }

  /** Returns the present limits and the health that they follow. */
  public AdaptiveStatus status() {
    AdaptivePlan current = plan;
    AdaptiveValues standings = agreement.standings();
    List<AdaptiveStatus.Limit> rules = new ArrayList<>();
    for (AdaptiveRule rule : current.rules().values()) {
      AdaptiveValue standing = current.standing(standings, rule, standings.time());
      boolean ends =
          standing.mode() == AdaptiveMode.FIXED && standing.fixedUntil() != Long.MAX_VALUE;
      rules.add(
          new AdaptiveStatus.Limit(
              rule.rule(),
              rule.range(),
              standing.limit(),
              standing.mode(),
              ends ? Duration.ofNanos(standing.fixedUntil() - standings.time()) : null,
              rule.follows(),
              current.health(rule, agreement.seen()),
              standing.reason(),
              standing.terms()));
    }
    return new AdaptiveStatus(
        agreement.seen().sources(), rules, agreement.nodes(), sources.ignored(), problem);
  }
}
