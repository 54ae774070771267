package com.throttlex.adaptive;

import static com.throttlex.adaptive.MovePolicy.shown;

import java.util.HashMap;
import java.util.Map;

/**
 * Moves a limit so that health stays about normal.
 *
 * <p>Health is filtered. Its distance from normal beyond the dead band is the error: 1 at full
 * health, -1 at critical. The limit is multiplied by 1 plus three terms: the error, its sum over
 * time and its change, each times its gain. The factor is at most the growth and at least the cut.
 * The sum over time does not grow while a bound holds the limit, and restarts when the error
 * changes its sign, so there is never a sum to undo. The change of the error can ask for a move
 * against the error; such a move is not made.
 *
 * <p>Critical health cuts the limit at once, whatever the terms say. {@link StepDamping} decides
 * how large other moves are, and {@link MovePolicy} how frequent.
 */
public final class HealthController implements Controller {
  private static final double ENOUGH_CONFIDENCE = 0.5;
  private static final double LARGEST_INTEGRAL = 0.25;

  private final Range range;
  private final Thresholds thresholds;
  private final Gains gains;
  private final MovePolicy tempo;

  public HealthController(Range range, AdaptiveSettings settings) {
    this.range = range;
    thresholds = settings.thresholds();
    gains = settings.gains();
    tempo = new MovePolicy(range, settings);
  }

  @Override
  public ControlState start(long now) {
    return tempo.start(now);
  }

  @Override
  public Step step(ControlState state, Observation seen, long now) {
    ControlState from = tempo.fitted(state, now);
    Health health = seen.health();
    if (!(health.confidence() > 0)) {
      Map<String, Double> terms = Map.of("health", health.score(), "confidence", 0.0);
      return new Step(tempo.hold(from, Map.of(), now), "held: health is not known", terms);
    }
    Terms terms = terms(from, health, now);
    if (tempo.early(from, now)) {
      String reason = "held: changed " + shown(tempo.sinceMove(from, now)) + " s ago";
      return held(from, terms, reason, now);
    }
    return isCritical(terms) ? cut(from, terms, now) : moved(from, terms, now);
  }

  private Terms terms(ControlState from, Health health, long now) {
    double seconds = tempo.seconds(from, now);
    double before = from.memory("filtered", health.score());
    double believed = tempo.believed(gains.smoothing(), seconds);
    double filtered = before + believed * (health.score() - before);
    double error = error(filtered);
    double change = seconds > 0 ? (error - from.memory("error", error)) / seconds : 0;
    return new Terms(
        health,
        filtered,
        error,
        gains.proportional() * error,
        integral(from, error, seconds),
        gains.derivative() * change);
  }

  /** Returns the distance from normal beyond the dead band: up to 1 above it, -1 at critical. */
  private double error(double filtered) {
    double distance = filtered - thresholds.normal();
    double beyond = Math.abs(distance) - gains.deadBand();
    if (beyond <= 0) {
      return 0;
    }
    double room =
        distance > 0 ? 1 - thresholds.normal() : thresholds.normal() - thresholds.critical();
    return Math.signum(distance) * Math.min(1, beyond / (room - gains.deadBand()));
  }

  private double integral(ControlState from, double error, double seconds) {
    double before = from.memory("integral", 0);
    if (error == 0 || before * error < 0) {
      return 0;
    }
    boolean bound =
        from.memory("bound", 0) > 0
            || (error > 0 ? from.limit() >= range.max() : from.limit() <= range.min());
    double after = bound ? before : before + gains.integral() * error * seconds;
    return Math.max(-LARGEST_INTEGRAL, Math.min(LARGEST_INTEGRAL, after));
  }

  /**
   * Returns whether health is critical. The filter lags, so its old values do not count once health
   * has recovered.
   */
  private boolean isCritical(Terms terms) {
    double score = terms.health().score();
    return score < thresholds.critical()
        || (terms.filtered() < thresholds.critical() && score < thresholds.warning());
  }

  private Step cut(ControlState from, Terms terms, long now) {
    double worst = Math.min(terms.health().score(), terms.filtered());
    String why = "health " + shown(worst) + " is critical";
    if (from.limit() <= range.min()) {
      return held(from, terms, "held: at its minimum, " + why, now);
    }
    Map<String, Double> learned = learned(terms, true);
    learned.putAll(StepDamping.of(from).cut(from.limit()).memory());
    ControlState next = tempo.move(from, from.limit() * gains.cut(), learned, now);
    return new Step(next, "cut: " + why, terms.named());
  }

  private Step moved(ControlState from, Terms terms, long now) {
    String hindrance = hindrance(from, terms);
    if (!hindrance.isEmpty()) {
      return held(from, terms, "held: " + hindrance, now);
    }
    double wanted = 1 + terms.sum();
    double factor = Math.max(gains.cut(), Math.min(gains.growth(), wanted));
    StepDamping before = StepDamping.of(from);
    StepDamping course = factor > 1 ? before.up(from.limit()) : before.down();
    Map<String, Double> learned = learned(terms, factor != wanted);
    learned.putAll(course.memory());
    ControlState next = tempo.move(from, course.led(from.limit(), factor), learned, now);
    String verb = factor > 1 ? "rose" : "fell";
    return new Step(next, verb + ": health is " + shown(terms.filtered()), terms.named());
  }

  private String hindrance(ControlState from, Terms terms) {
    String health = "health is " + shown(terms.filtered());
    if (terms.error() == 0) {
      return "within the dead band";
    }
    if (terms.sum() * terms.error() <= 0 || terms.error() * error(terms.health().score()) <= 0) {
      return health + " and rising to normal";
    }
    if (terms.error() < 0) {
      return from.limit() <= range.min() ? "at its minimum, " + health : "";
    }
    if (from.limit() >= range.max()) {
      return "at its maximum, " + health;
    }
    if (terms.health().confidence() < ENOUGH_CONFIDENCE) {
      return "too few signals are known, confidence " + shown(terms.health().confidence());
    }
    return terms.health().score() < thresholds.warning() ? "health just fell below warning" : "";
  }

  private Step held(ControlState from, Terms terms, String reason, long now) {
    boolean bound = from.memory("bound", 0) > 0;
    return new Step(tempo.hold(from, learned(terms, bound), now), reason, terms.named());
  }

  private static Map<String, Double> learned(Terms terms, boolean bound) {
    Map<String, Double> learned = new HashMap<>();
    learned.put("filtered", terms.filtered());
    learned.put("error", terms.error());
    learned.put("integral", terms.integral());
    learned.put("bound", bound ? 1.0 : 0.0);
    return learned;
  }

  /** The values that a step is computed from. */
  private record Terms(
      Health health,
      double filtered,
      double error,
      double proportional,
      double integral,
      double derivative) {
    double sum() {
      return proportional + integral + derivative;
    }

    Map<String, Double> named() {
      return Map.of(
          "health", health.score(),
          "confidence", health.confidence(),
          "filtered", filtered,
          "error", error,
          "proportional", proportional,
          "integral", integral,
          "derivative", derivative);
    }
  }
}
