package com.throttlex.benchmarks.adaptive;

import java.util.List;
import java.util.function.Supplier;

/**
 * A limiter in the comparison.
 *
 * @param name in tables and plots
 * @param text what it is, in a sentence
 * @param ours whether it is one of ThrottleX
 * @param settings those tried; the best by the whole score is shown
 */
record AdaptiveContender(String name, String text, boolean ours, List<Setting> settings) {

  /** A way to set a limiter up. */
  record Setting(String text, Supplier<Limiter> limiter) {}
}
