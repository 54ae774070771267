package com.throttlex.benchmarks.adaptive;

import com.throttlex.benchmarks.adaptive.Svg.Style;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** The plot of one scenario: useful answers and limits over time, a line for each limiter. */
final class Plot {
  private static final int WIDTH = 900;
  private static final int LEFT = 60;
  private static final int RIGHT = 20;
  private static final int HEIGHT = 220;
  private static final int GAP = 50;
  private static final int PER_ROW = 4;
  private static final int LEAST = 4;
  private static final int MOST = 512;
  private static final List<Style> PEERS =
      List.of(
          new Style("#8c959f", 1.3, "1 2"),
          new Style("#a475f9", 1.3, ""),
          new Style("#a475f9", 1.3, "6 3"),
          new Style("#d4a72c", 1.3, ""),
          new Style("#e5534b", 1.3, ""),
          new Style("#e5534b", 1.3, "6 3"),
          new Style("#e275ad", 1.3, ""));
  private static final List<Style> OURS =
      List.of(
          new Style("#2f81f7", 2.2, ""),
          new Style("#2da44e", 2.2, ""),
          new Style("#2da44e", 2.2, "6 3"));

  private final AdaptiveContest contest;
  private final int scenario;
  private final int seconds;
  private final int top;

  private Plot(AdaptiveContest contest, int scenario) {
    this.contest = contest;
    this.scenario = scenario;
    seconds = contest.scenarios().get(scenario).seconds();
    top = 62 + 18 * ((contest.lines().size() + PER_ROW) / PER_ROW);
  }

  static String svg(AdaptiveContest contest, int scenario) {
    return new Plot(contest, scenario).draw();
  }

  private String draw() {
    Scenario drawn = contest.scenarios().get(scenario);
    Svg svg = new Svg(WIDTH, top + 2 * HEIGHT + GAP + 40, drawn.title());
    svg.label(LEFT, 22, "start", drawn.title() + ": " + drawn.text());
    legend(svg);
    goodput(svg);
    limits(svg);
    return svg.end();
  }

  private static Style style(List<AdaptiveLine> lines, int index) {
    boolean ours = lines.get(index).contender().ours();
    long before =
        lines.stream().limit(index).filter(line -> line.contender().ours() == ours).count();
    List<Style> styles = ours ? OURS : PEERS;
    return styles.get((int) before % styles.size());
  }

  private void legend(Svg svg) {
    List<AdaptiveLine> lines = contest.lines();
    for (int i = 0; i <= lines.size(); i++) {
      boolean last = i == lines.size();
      double x = LEFT + (WIDTH - LEFT - RIGHT) / (double) PER_ROW * (i % PER_ROW);
      double y = 44 + 18 * (i / PER_ROW);
      Style style = last ? Style.IDEAL : style(lines, i);
      svg.line(style, new double[] {x, x + 28}, new double[] {y - 4, y - 4});
      svg.label(x + 34, y, "start", last ? "capacity" : lines.get(i).contender().name());
    }
  }

  private void goodput(Svg svg) {
    double most = 0;
    for (AdaptiveLine line : contest.lines()) {
      for (int useful : line.courses().get(scenario).useful) {
        most = Math.max(most, useful);
      }
    }
    double scale = HEIGHT / (StrictMath.ceil(most / 250) * 250);
    int bottom = top + HEIGHT;
    for (int tick = 0; tick * scale <= HEIGHT; tick += 250) {
      mark(svg, bottom - tick * scale, String.valueOf(tick));
    }
    frame(svg, bottom, "useful answers per second");
    List<AdaptiveLine> lines = contest.lines();
    ScenarioRun any = lines.get(0).courses().get(scenario);
    curve(svg, Style.IDEAL, second -> bottom - scale * any.ideal(second));
    for (int i = 0; i < lines.size(); i++) {
      int[] useful = lines.get(i).courses().get(scenario).useful;
      curve(svg, style(lines, i), second -> bottom - scale * useful[second]);
    }
  }

  private void limits(Svg svg) {
    int bottom = top + 2 * HEIGHT + GAP;
    for (int tick = LEAST; tick <= MOST; tick *= 2) {
      mark(svg, bottom - height(tick), String.valueOf(tick));
    }
    frame(svg, bottom, "limit: requests in flight, on a logarithmic scale");
    List<AdaptiveLine> lines = contest.lines();
    for (int i = 0; i < lines.size(); i++) {
      double[] limits = lines.get(i).courses().get(scenario).limits;
      curve(svg, style(lines, i), second -> bottom - height(limits[10 * second]));
    }
  }

  private static double height(double limit) {
    double within = Math.max(LEAST, Math.min(MOST, limit));
    return HEIGHT * StrictMath.log(within / LEAST) / StrictMath.log((double) MOST / LEAST);
  }

  private static void mark(Svg svg, double y, String text) {
    svg.grid(LEFT, y, WIDTH - RIGHT, y);
    svg.label(LEFT - 6, y + 4, "end", text);
  }

  private void frame(Svg svg, int bottom, String title) {
    svg.label(LEFT, bottom - HEIGHT - 8, "start", title);
    for (int second = 0; second <= seconds; second += 10) {
      svg.grid(x(second), bottom, x(second), bottom + 4);
      svg.label(x(second), bottom + 18, "middle", second + " s");
    }
  }

  private double x(double second) {
    return LEFT + (WIDTH - LEFT - RIGHT) * second / seconds;
  }

  private void curve(Svg svg, Style style, IntToDoubleFunction height) {
    double[] x = new double[seconds];
    double[] y = new double[seconds];
    for (int second = 0; second < seconds; second++) {
      x[second] = x(second + 0.5);
      y[second] = height.applyAsDouble(second);
    }
    svg.line(style, x, y);
  }
}
