package com.throttlex.benchmarks.adaptive;

import java.util.Locale;

/** A drawing as text, with a background for light and dark mode. */
final class Svg {
  private final StringBuilder text = new StringBuilder();

  Svg(int width, int height, String title) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
            + " role=\"img\" font-family=\"sans-serif\" font-size=\"12\">",
        width, height, width, height);
    add("<title>%s</title>", title);
    add(
        "<style>.ground{fill:#ffffff}.ink{fill:#1f2328}.grid{stroke:#d0d7de}"
            + ".ideal{stroke:#57606a}polyline{fill:none}"
            + "@media (prefers-color-scheme:dark){.ground{fill:#0d1117}.ink{fill:#e6edf3}"
            + ".grid{stroke:#30363d}.ideal{stroke:#9da7b3}}</style>");
    add("<rect class=\"ground\" width=\"%d\" height=\"%d\"/>", width, height);
  }

  private void add(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  void grid(double x1, double y1, double x2, double y2) {
    add("<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", x1, y1, x2, y2);
  }

  /** Adds text whose anchor is start, middle or end. */
  void label(double x, double y, String anchor, String label) {
    add(
        "<text class=\"ink\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
        x, y, anchor, label);
  }

  /** Adds a line through points; points that are not numbers are left out. */
  void line(Style style, double[] x, double[] y) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < x.length; i++) {
      if (!Double.isNaN(y[i])) {
        points.append(points.isEmpty() ? "" : " ");
        points.append(String.format(Locale.ROOT, "%.1f,%.1f", x[i], y[i]));
      }
    }
    add("<polyline %s points=\"%s\"/>", style.attributes(), points);
  }

  String end() {
    return text + "</svg>\n";
  }

  /**
   * The style of a line.
   *
   * @param color empty for the color of the capacity
   * @param width in pixels
   * @param dashes empty for a solid line
   */
  record Style(String color, double width, String dashes) {
    static final Style IDEAL = new Style("", 1, "2 3");

    String attributes() {
      String gaps = dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + "\"";
      String stroke = color.isEmpty() ? "class=\"ideal\"" : "stroke=\"" + color + "\"";
      return stroke + String.format(Locale.ROOT, " stroke-width=\"%.1f\"", width) + gaps;
    }
  }
}
