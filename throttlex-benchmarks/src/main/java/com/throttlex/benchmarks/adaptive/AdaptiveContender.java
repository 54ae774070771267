package com.throttlex.benchmarks.adaptive;

import java.util.List;
import java.util.function.Supplier;

/**
 * A limiter in the comparison.
 *
 * @param name its name in tables and plots
 * @param text its description, in a sentence
 * @param ours whether it is one of ThrottleX
 * @param settings the settings that are tried; the best by the whole score is shown
 */
record AdaptiveContender(String name, String text, boolean ours, List<Setting> settings) {

  /** One configuration of a limiter. */
  record Setting(String text, Supplier<Limiter> limiter) {}
}
