package com.throttlex.benchmarks.store;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Figure;
import com.throttlex.benchmarks.contest.Machine;
import com.throttlex.benchmarks.contest.Measure;
import com.throttlex.benchmarks.contest.Others;
import com.throttlex.benchmarks.contest.Turns;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The measurements of a store: prints them as tables, and tells where peers are better.
 *
 * @param <T> a trial, which is one table; its text is the title
 */
public final class StoreReport<T> {
  /** The first figure of every table. */
  public static final Measure<StoreLine> RATE =
      new Measure<>("decisions/s", "%,.0f", true, line -> line.median().rate());

  private final String load = Machine.load();
  private final List<Measure<StoreLine>> others;
  private final Map<T, List<StoreLine>> lines = new LinkedHashMap<>();

  /** Creates a report with these figures after the rate. */
  public StoreReport(List<Measure<StoreLine>> others) {
    this.others = others;
  }

  /** Lets all sides take turns, and prints their table. */
  public void compare(
      PrintStream out, T trial, int rounds, List<StoreSide> sides, Supplier<Duration> serverTime)
      throws IOException, InterruptedException {
    Others before = Others.until(serverTime.get());
    List<List<StoreRound>> results = Turns.run(rounds, sides);
    double share = Others.until(serverTime.get()).shareSince(before);
    out.printf("%-54s others %s%n", trial, Figure.text("%.0f%%", 100 * share));
    out.println(row("", "of rounds", Measure::text, "admitted"));
    for (int i = 0; i < sides.size(); i++) {
      StoreLine line = sides.get(i).line(results.get(i));
      add(trial, line);
      out.println(text(line));
    }
    out.println();
  }

  /** Adds a line. */
  public void add(T trial, StoreLine line) {
    lines.computeIfAbsent(trial, key -> new ArrayList<>()).add(line);
  }

  /** Returns a line as text. */
  public String text(StoreLine line) {
    return row(
        line.who().toString(), line.range(), measure -> measure.print(line), line.admitted());
  }

  private String row(
      String who, String range, Function<Measure<StoreLine>, String> figure, String end) {
    StringBuilder row =
        new StringBuilder(String.format("  %-19s %11s  %-21s", who, figure.apply(RATE), range));
    others.forEach(measure -> row.append(String.format(" %9s", figure.apply(measure))));
    return row.append("  ").append(end).toString();
  }

  /** Returns the lines of each trial. */
  public Map<T, List<StoreLine>> lines() {
    return lines;
  }

  /** Returns a line, if it was measured. */
  public Optional<StoreLine> find(T trial, Entrant who) {
    return lines.getOrDefault(trial, List.of()).stream()
        .filter(line -> line.who() == who)
        .findFirst();
  }

  /** Returns whether a figure of a line meets its goal. */
  public String absolute(T trial, StoreLine line, Measure<StoreLine> measure, Bar bar) {
    String what = line.who() + ", " + measure.text();
    return promise(trial, what, measure.print(line), bar.verdict(measure.of(line)));
  }

  /** Returns whether our rate is so many times that of a peer. */
  public String ratio(T trial, StoreLine ours, StoreLine peer, double least) {
    double ratio = RATE.of(ours) / RATE.of(peer);
    return promise(
        trial,
        ours.who() + " / " + peer.who(),
        Figure.text("%.2f", ratio),
        Bar.atLeast(least).verdict(ratio));
  }

  private String promise(T trial, String what, String figure, String verdict) {
    return String.format("  %-46s %-34s %9s  %s", trial, what, figure, verdict);
  }

  /** Returns one line for each pair in which the peer is better: the figure, ours and theirs. */
  public List<String> losses() {
    List<Measure<StoreLine>> measures = new ArrayList<>(others);
    measures.add(0, RATE);
    List<String> texts = new ArrayList<>();
    lines.forEach(
        (trial, all) -> {
          for (StoreLine ours : all.stream().filter(line -> line.who().isOurs()).toList()) {
            for (StoreLine peer : all.stream().filter(line -> !line.who().isOurs()).toList()) {
              String lost = Measure.lost(measures, ours, peer);
              if (!lost.isEmpty()) {
                texts.add("  " + trial + ", " + ours.who() + " to " + peer.who() + lost);
              }
            }
          }
        });
    return texts;
  }

  /** Returns whether no limiter admitted more than the limit. */
  public boolean isExact() {
    return lines.values().stream().flatMap(List::stream).allMatch(StoreLine::exact);
  }

  /** Prints the goals and the losses; returns whether no limiter admitted more than the limit. */
  public boolean end(PrintStream out, List<String> promises) {
    print(out, "Promised:", promises);
    print(out, "Where ThrottleX is more than 5 % worse:", losses());
    out.printf("Load average of the machine: %s before, %s after%n", load, Machine.load());
    return isExact();
  }

  private static void print(PrintStream out, String title, List<String> lines) {
    out.println(title);
    lines.forEach(out::println);
    out.println();
  }
}
