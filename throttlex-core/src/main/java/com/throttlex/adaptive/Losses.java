package com.throttlex.adaptive;

import java.util.HashMap;
import java.util.Map;

/**
 * The part of the lost requests that load causes.
 *
 * <p>Some requests fail at any load. If the lost part does not shrink although the limit fell, that
 * part is normal from then on, until fewer are lost.
 */
final class Losses {
  private static final double LEAST_CUT = 0.05;
  private static final double TELLING_MOVE = 0.85;
  private static final double SAME = 0.8;
  private static final double LARGEST_ORDINARY = 0.2;

  private final double tolerated;

  Losses(AdaptiveSettings settings) {
    Bounds bounds = settings.bounds(Signal.ERROR_RATE);
    tolerated = bounds == null ? 0.01 : bounds.good();
  }

  /** Returns the part by which losses lower the limit; 0 when they are normal. */
  double excess(ControlState from, Window window) {
    double part = window.lostPart();
    double usual = Math.max(tolerated, 1.5 * from.memory("ordinary", 0)) * window.ended();
    // That many can be lost by chance; a single loss always can.
    double chance = usual + 2 * Math.sqrt(usual) + 0.5;
    boolean fits = window.lost() <= Math.max(1, chance) || isTheSame(from, part);
    return fits ? 0 : Math.max(LEAST_CUT, part);
  }

  private static boolean isTheSame(ControlState from, double part) {
    return part <= LARGEST_ORDINARY
        && from.limit() <= TELLING_MOVE * from.memory("lossLimit", 0)
        && part >= SAME * from.memory("lossPart", 1);
  }

  /** Returns the values to keep at a cut: the limit and the lost part at the first cut. */
  Map<String, Double> cut(ControlState from, Window window) {
    boolean first = from.memory("lossLimit", 0) == 0;
    Map<String, Double> memory = new HashMap<>();
    memory.put("lossLimit", first ? from.limit() : from.memory("lossLimit", 0));
    memory.put("lossPart", first ? window.lostPart() : from.memory("lossPart", 0));
    return memory;
  }

  /** Returns the values to keep when the limit is not cut. */
  Map<String, Double> none(ControlState from, Window window) {
    double part = window.lostPart();
    double known = from.memory("ordinary", 0);
    double ordinary = isTheSame(from, part) ? part : known + Math.min(0, part - known) / 10;
    return Map.of("ordinary", ordinary, "lossLimit", 0.0, "lossPart", 0.0);
  }
}
