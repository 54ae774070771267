package com.throttlex.adaptive;

import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The limits that follow health: learns what happens, and moves them.
 *
 * <p>Time is always an argument, in nanoseconds. {@link #tick} has to be called now and then, by
 * whoever has a thread or a request at hand; it does something once in the interval that the rules
 * say. Thread-safe.
 */
public final class AdaptiveLimits {
  /** How many sources can have a health of their own. */
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

  /** Limits on which all nodes agree that share the notes. */
  public AdaptiveLimits(Notes notes) {
    agreement = new NodeAgreement(notes);
  }

  /** Has something read at every step what the signals of a source are. */
  public void watch(String source, LongFunction<Map<Signal, Double>> signals) {
    sources.watch(source, signals);
  }

  /** Has what comes of requests to a source tell of another as well, which it is a part of. */
  public void partOf(String whole, String source) {
    sources.partOf(whole, source);
  }

  /** Tells somebody of every limit that this node moves, for all. */
  public void listen(Consumer<Adjustment> listener) {
    listeners.add(listener);
  }

  /** Moves the limits of these rules, and no others. */
  public void govern(List<AdaptiveRule> rules, AdaptiveSettings settings) {
    plan = new AdaptivePlan(rules, settings);
    refresh();
  }

  /** Whether there is a limit to move. */
  public boolean isActive() {
    return !plan.rules().isEmpty();
  }

  /** The limits that have moved, by rule; those of others are as they were written. */
  public Map<String, Long> limits() {
    return limits;
  }

  private void refresh() {
    Map<String, Long> moved = new TreeMap<>();
    Standings standings = agreement.standings();
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
   * Somebody says what the signals of a source are; false when that was too long ago to count.
   *
   * @param at when that was so
   * @throws IllegalArgumentException when there are too many sources
   */
  public boolean signal(String source, Readings readings, long at, long now) {
    return sources.signal(source, readings, at, now, plan);
  }

  /** A request to a source has ended that this process let pass. */
  public void ended(String source, long nanos, Outcome outcome) {
    sources.ended(source, nanos, outcome, plan);
  }

  /**
   * A request has begun that holds something under a reservation.
   *
   * @param rules the rules under which it does
   * @param patience how long it can be under way
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
   * A rule was asked.
   *
   * @param units how many of its limit are in use, as its store says
   * @param refused whether the request did not fit
   */
  public void inUse(String rule, long units, boolean refused) {
    AdaptiveRule governed = plan.rules().get(rule);
    if (governed != null && governed.slots()) {
      flights.inUse(rule, units, refused);
    }
  }

  /**
   * A request that holds something has ended.
   *
   * @param told whether the source was told of it already
   */
  public void ended(String reservation, Outcome outcome, boolean told, long now) {
    InFlightRequests.Flight flight = flights.end(reservation, outcome, now);
    if (flight != null && !told) {
      ended(flight.source(), now - flight.began(), outcome);
    }
  }

  /** Looks at what has happened, and moves limits, if it is time. */
  public void tick(long now) {
    if (!isActive() || now < due || !busy.compareAndSet(false, true)) {
      return;
    }
    AdaptivePlan current = plan;
    due = now + current.settings().interval().toNanos();
    CompletionStage<List<Adjustment>> round;
    try {
      round = agreement.round(look(current, now), current, now);
    } catch (RuntimeException e) {
      problem = String.valueOf(e.getMessage());
      busy.set(false);
      return;
    }
    var unused =
        round.whenComplete(
            (moved, failure) -> {
              problem = failure == null ? null : String.valueOf(failure.getMessage());
              refresh();
              busy.set(false);
              announce(moved);
            });
  }

  private void announce(@Nullable List<Adjustment> moved) {
    if (moved != null) {
      moved.forEach(adjustment -> listeners.forEach(listener -> listener.accept(adjustment)));
    }
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

  /** Leaves a limit where it is until it is resumed. */
  public CompletionStage<?> freeze(String rule, long now) {
    return change(rule, now, AdaptiveMode.FROZEN, 0, null, "frozen by hand");
  }

  /** Has a limit move again. */
  public CompletionStage<?> resume(String rule, long now) {
    return change(rule, now, AdaptiveMode.AUTO, 0, null, "resumed by hand");
  }

  /**
   * Says what a limit is.
   *
   * @param forTime for how long; null until it is resumed
   * @throws IllegalArgumentException when there is no such rule, or the limit is not in its range
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

  /** Where limits stand, and what they follow. */
  public AdaptiveStatus status() {
    AdaptivePlan current = plan;
    Standings standings = agreement.standings();
    List<AdaptiveStatus.Limit> rules = new ArrayList<>();
    for (AdaptiveRule rule : current.rules().values()) {
      Standing standing = current.standing(standings, rule, standings.time());
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
