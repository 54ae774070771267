package com.throttlex.adaptive;

import java.util.HashMap;
import java.util.Map;

/**
 * The factor that damps the next step of a limit, computed from its previous steps.
 *
 * <p>A limit that goes up, down and up again oscillates around its right value. Each turn halves
 * the part of a step that is made, and each further step in the same direction raises it by half.
 * Near a limit that had to be cut, steps up are a quarter until the limit has passed it.
 *
 * @param last the last move: 1 up, -1 down, -2 a cut, 0 none
 * @param pace the part of a step that is made
 * @param ceiling the limit before it was cut; 0 if there is none
 */
record StepDamping(int last, double pace, double ceiling) {
  private static final int CUT = -2;
  private static final double SLOWEST = 1.0 / 16;
  private static final double CAREFUL = 0.25;

  static StepDamping of(ControlState state) {
    return new StepDamping(
        (int) state.memory("last", 0), state.memory("pace", 1), state.memory("ceiling", 0));
  }

  /** Returns the damping after a step up from a limit. */
  StepDamping up(double limit) {
    boolean passed = limit >= 1.1 * ceiling;
    return new StepDamping(1, paced(-1), passed ? 0 : ceiling);
  }

  /** Returns the damping after a step down. */
  StepDamping down() {
    return new StepDamping(-1, paced(1), ceiling);
  }

  /** Returns the damping after a cut from a limit; consecutive cuts count as one. */
  StepDamping cut(double limit) {
    return new StepDamping(CUT, pace, last == CUT ? ceiling : limit);
  }

  private double paced(int opposite) {
    return last == opposite ? Math.max(SLOWEST, pace / 2) : Math.min(1, pace * 1.5);
  }

  /** Returns the limit after a damped step by a factor. */
  double led(double limit, double factor) {
    double aim = limit * (1 + (factor - 1) * pace);
    double near = 0.9 * ceiling;
    boolean careful = factor > 1 && aim > near && limit < 1.1 * ceiling;
    return careful ? Math.max(Math.min(aim, near), limit + (aim - limit) * CAREFUL) : aim;
  }

  Map<String, Double> memory() {
    Map<String, Double> memory = new HashMap<>();
    memory.put("last", (double) last);
    memory.put("pace", pace);
    memory.put("ceiling", ceiling);
    return memory;
  }
}
