package com.throttlex.adaptive;

import static com.throttlex.adaptive.MovePolicy.shown;

import java.util.HashMap;
import java.util.Map;

/**
 * Moves a limit on requests in flight so that few of them wait.
 *
 * <p>The latency is compared with its {@link Baseline}. The target of their ratio is 1.2. It is
 * higher for small limits, by 1 over the root of the limit, because a few servers stay busy only if
 * some requests wait. Once requests wait, latency grows with the limit. So one step leads to the
 * target: the limit times the target ratio over the present ratio. A step up is at most the growth
 * factor. The limit rises only if the traffic comes near it.
 *
 * <p>Lost requests multiply the limit at once by the part that is not lost. A lost part that stays
 * the same when the limit falls does not come from load. It is tolerated, up to a fifth. Critical
 * health cuts the limit as well.
 *
 * <p>Each decision uses requests that began after the last one, so the delay of the system cannot
 * cause oscillation. While requests wait, the limit falls to seven tenths every half minute, for
 * one decision. This shows whether the baseline still holds.
 */
public final class GradientController implements Controller {
  private static final double TOLERANCE = 1.2;

  /** The part of the limit that a probe leaves, and the part in use that counts as full use. */
  private static final double DIP = 0.7;

  private static final double NEAR = 0.8;

  /** The seconds between two probes; at the minimum limit; and after the baseline rose. */
  private static final double PROBE_SECONDS = 30;

  private static final double LEAST_PROBE_SECONDS = 5;
  private static final double AGAIN_SECONDS = 10;

  /** The number of steps that a probe waits for noise to fall before it decides anyway. */
  private static final int LONGEST_PROBE = 6;

  /** The factor of the baseline from which it counts as changed. */
  private static final double RAISED = 1.1;

  private static final double CORRECTED = 0.9;

  /** The ratio from which the baseline is probed, and low traffic lowers it. */
  private static final double IN_DOUBT = 1.1;

  private static final double CLEARLY_SLOW = 2;

  /** How many times its error a latency must be away to count. */
  private static final double SURE = 1.5;

  /** The latencies after which older requests have ended, and the maximum in seconds. */
  private static final double DRAINED = 3;

  private static final double LONGEST_WAIT = 10;

  private final Range range;
  private final Thresholds thresholds;
  private final Gains gains;
  private final MovePolicy tempo;
  private final Losses losses;

  public GradientController(Range range, AdaptiveSettings settings) {
    this.range = range;
    thresholds = settings.thresholds();
    gains = settings.gains();
    tempo = new MovePolicy(range, settings);
    losses = new Losses(settings);
  }

  @Override
  public ControlState start(long now) {
    return tempo.start(now);
  }

  @Override
  public Step step(ControlState state, Observation seen, long now) {
    ControlState from = tempo.fitted(state, now);
    Traffic traffic = seen.traffic();
    boolean critical = isBelow(seen.health(), thresholds.critical());
    if (traffic.ended() == 0 && !(critical && traffic.inFlight() > 0)) {
      return new Step(tempo.hold(from, Map.of(), now), "held: no request ended", terms(from, seen));
    }
    Window window = Window.of(from).plus(traffic, settled(from, now));
    Decision decision = new Decision(from, seen, window, now);
    if (tempo.early(from, now)) {
      return decision.held("changed " + shown(tempo.sinceMove(from, now)) + " s ago");
    }
    if (critical) {
      return decision.cut(gains.cut(), "health " + shown(seen.health().score()) + " is critical");
    }
    double excess = losses.excess(from, window);
    if (excess > 0) {
      return decision.cut(
          Math.max(gains.cut(), 1 - excess), shown(100 * window.lostPart()) + " % were lost");
    }
    return window.isEnough() ? decision.made() : decision.held("too few requests ended");
  }

  /** Returns whether the requests that ended in this step began after the last move. */
  private boolean settled(ControlState from, long now) {
    double latency = Math.min(LONGEST_WAIT, DRAINED * from.memory("latency", 0) / 1000);
    return tempo.sinceMove(from, now) >= tempo.seconds(from, now) + latency;
  }

  private static boolean isBelow(Health health, double threshold) {
    return health.confidence() > 0 && health.score() < threshold;
  }

  private static Map<String, Double> terms(ControlState state, Observation seen) {
    Map<String, Double> terms = new HashMap<>();
    for (String name : new String[] {"baseline", "latency", "ratio", "target", "lost"}) {
      terms.put(name, state.memory(name, 0));
    }
    terms.put("inFlight", (double) seen.traffic().inFlight());
    terms.put("health", seen.health().score());
    terms.put("confidence", seen.health().confidence());
    return terms;
  }

  /** One decision about the limit: its state and the reasons to move it. */
  private final class Decision {
    private final ControlState from;
    private final Observation seen;
    private final Window window;
    private final long now;
    private final double whole;
    private final boolean full;
    private final Map<String, Double> learned = new HashMap<>();

    Decision(ControlState from, Observation seen, Window window, long now) {
      this.from = from;
      this.seen = seen;
      this.window = window;
      this.now = now;
      whole = from.whole();
      full = window.peak() >= NEAR * whole || window.peak() >= whole - 1;
      learned.put("lost", window.lostPart());
    }

    Step held(String reason) {
      learned.putAll(window.memory());
      return done(tempo.hold(from, learned, now), "held: " + reason);
    }

    Step cut(double factor, String reason) {
      if (from.limit() <= range.min()) {
        learned.putAll(window.moved().memory());
        return done(tempo.hold(from, learned, now), "held: at its minimum, " + reason);
      }
      learned.putAll(StepDamping.of(from).cut(from.limit()).memory());
      learned.putAll(Baseline.of(from).afresh().memory());
      learned.putAll(losses.cut(from, window));
      learned.put("back", 0.0);
      return moved(from.limit() * factor, "cut: " + reason);
    }

    /** Decides by the latency of requests that began after the last move. */
    Step made() {
      Baseline before = Baseline.of(from);
      Baseline baseline = before.learned(window, whole, full);
      double ratio = window.latency() / baseline.millis();
      double target = TOLERANCE + 1 / Math.sqrt(whole);
      learned.putAll(baseline.memory());
      learned.putAll(losses.none(from, window));
      learned.put("latency", window.latency());
      learned.put("ratio", ratio);
      learned.put("target", target);
      if (before.millis() > 0 && baseline.millis() > RAISED * before.millis()) {
        // It may have risen by chance, so probe again soon.
        learned.put("probed", now - (PROBE_SECONDS - AGAIN_SECONDS) * 1e9);
      }
      double back = from.memory("back", 0);
      if (back > from.limit() && !isPoor() && ratio < target * (1 + gains.deadBand())) {
        return returned(back, before, baseline);
      }
      learned.put("back", 0.0);
      if (baseline.millis() < CORRECTED * before.millis()) {
        learned.put("probed", now - PROBE_SECONDS * 1e9);
        return rested("the baseline is learned");
      }
      if (ratio < CORRECTED && window.steps() < LONGEST_PROBE) {
        return rested("the baseline may be lower");
      }
      double between = from.limit() > range.min() ? PROBE_SECONDS : LEAST_PROBE_SECONDS;
      boolean doubtful = full && !isPoor() && ratio > IN_DOUBT && sinceProbe() >= between;
      return doubtful ? probed() : followed(ratio, whole * target / ratio);
    }

    private Step returned(double back, Baseline before, Baseline after) {
      boolean measuring = window.steps() < LONGEST_PROBE && before.atLimit() >= back - 1;
      if (measuring && !before.isClear(window, whole)) {
        return rested("the baseline is being measured");
      }
      boolean corrected = after.millis() < before.millis();
      if (corrected && before.isQueued(window, whole) && from.limit() > range.min()) {
        // The lower limit did no harm, so try a still lower one before going back.
        return probed();
      }
      return moved(Math.min(back, from.limit() * gains.growth()), "rose: after a probe");
    }

    private double sinceProbe() {
      // The first half minute is for finding a limit at all.
      double first = from.memory("first", (double) now);
      learned.put("first", first);
      return (now - from.memory("probed", first)) / 1e9;
    }

    private Step probed() {
      learned.put("probed", (double) now);
      if (range.min() == range.max()) {
        return rested("it cannot move");
      }
      if (from.limit() > range.min()) {
        learned.put("back", from.limit());
        return moved(from.limit() * DIP, "fell: to measure the baseline");
      }
      // The limit cannot fall, so test the effect of a slightly higher one.
      double more = Math.max(from.limit() * gains.growth(), whole + 1);
      return moved(more, "rose: to measure the baseline");
    }

    private Step followed(double ratio, double wanted) {
      double distance = Math.abs(StrictMath.log(wanted / whole));
      double noise = SURE * window.error();
      // Move only by the part of the distance that cannot be noise.
      double sure = whole * StrictMath.exp(Math.signum(wanted - whole) * (distance - noise));
      if (distance <= Math.max(gains.deadBand(), noise) || (wanted > whole && wanted < whole + 1)) {
        return rested("within the dead band");
      }
      String reason = "latency is " + shown(ratio) + " times the baseline";
      if (sure > whole) {
        return risen(sure / whole, reason);
      }
      if (!full && ratio < CLEARLY_SLOW) {
        return rested("too little traffic to decide");
      }
      Baseline baseline = Baseline.of(from);
      return baseline.isOpen(window, whole) && window.steps() < LONGEST_PROBE
          ? rested("the effect of the last step down is not clear yet")
          : fallen(sure, reason);
    }

    private Step fallen(double wanted, String reason) {
      double least = full ? range.min() : Math.max((double) range.min(), window.peak());
      double limit = Math.max(least, Math.max(wanted, gains.cut() * from.limit()));
      if (limit >= from.limit()) {
        return rested("at its minimum, " + reason);
      }
      learned.putAll(StepDamping.of(from).down().memory());
      return moved(limit, "fell: " + reason);
    }

    private Step risen(double factor, String reason) {
      if (!full) {
        return rested("traffic is well below the limit");
      }
      if (from.limit() >= range.max()) {
        return rested("at its maximum");
      }
      if (isPoor()) {
        return rested("health " + shown(seen.health().score()) + " is below warning");
      }
      StepDamping course = StepDamping.of(from).up(from.limit());
      learned.putAll(course.memory());
      double limit = course.led(from.limit(), Math.min(gains.growth(), factor));
      return moved(limit, "rose: " + reason);
    }

    private boolean isPoor() {
      return isBelow(seen.health(), thresholds.warning());
    }

    /** Returns a step that leaves the limit unchanged and continues the window. */
    private Step rested(String reason) {
      learned.putAll(window.rested().memory());
      return done(tempo.hold(from, learned, now), "held: " + reason);
    }

    private Step moved(double limit, String reason) {
      learned.putAll(window.moved().memory());
      return done(tempo.move(from, limit, learned, now), reason);
    }

    private Step done(ControlState next, String reason) {
      return new Step(next, reason, terms(next, seen));
    }
  }
}
