package com.throttlex.replay.report;

import java.util.Locale;

/** The look of a mark: a class of the style sheet, which has the colours. */
enum Look {
  ALLOWED,
  /** A colour and a hatch, so that it is seen without colours; plain on paper. */
  DENIED,
  /** Would be denied by a rule in shadow mode. */
  SHADOW,
  /** By the rules to compare with. */
  BEFORE;

  private static final String TILE = "5";

  /** Adds the hatch that the style sheet uses. */
  static void defineHatch(Markup page) {
    page.begin("svg", "width", "0", "height", "0", "class", "defs", "aria-hidden", "true");
    page.begin("defs");
    page.begin(
        "pattern", "id", "hatch", "width", TILE, "height", TILE, "patternUnits", "userSpaceOnUse");
    page.empty("rect", "width", TILE, "height", TILE, "class", "hatched");
    page.empty("path", "d", "M-1,1 L1,-1 M0,5 L5,0 M4,6 L6,4", "class", "hatch");
    page.end().end().end().line();
  }

  /** Returns the class of a mark. */
  String style() {
    return "mark " + name().toLowerCase(Locale.ROOT);
  }
}
