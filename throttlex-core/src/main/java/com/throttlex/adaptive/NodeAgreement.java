package com.throttlex.adaptive;

import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The agreement of all nodes on the adaptive limits. Each node reports its observations, and the
 * first node whose interval has passed makes the next step for all.
 *
 * <p>The values are one note. A node replaces it only if it has read the last version. So each step
 * is made once, however many nodes there are, and a crashed node blocks nobody. A node measures the
 * time between steps by its own clock, from the moment it saw the last step.
 */
final class NodeAgreement {
  private static final String STANDINGS = "adaptive/standings";
  private static final String NODE = "adaptive/node/";
  private static final Duration KEPT = Duration.ofDays(90);
  private static final int ATTEMPTS = 10;

  private final Notes notes;
  private final String node = NODE + UUID.randomUUID();
  private volatile AdaptiveValues standings = AdaptiveValues.NONE;
  private volatile NodeReport seen = NodeReport.NOTHING;
  private volatile int nodes = 1;
  private long steppedAt;

  NodeAgreement(Notes notes) {
    this.notes = notes;
  }

  AdaptiveValues standings() {
    return standings;
  }

  /** Returns the observations of all nodes. */
  NodeReport seen() {
    return seen;
  }

  int nodes() {
    return nodes;
  }

  /** Reports this node's observations, reads the values, and makes a step if it is due. */
  CompletionStage<List<Adjustment>> round(NodeReport own, AdaptivePlan plan, long now) {
    return notes
        .write(node, Notes.ANY, own.text(), plan.settings().interval().multipliedBy(3))
        .thenCompose(written -> notes.read())
        .thenCompose(all -> round(all, own, plan, now));
  }

  private CompletionStage<List<Adjustment>> round(
      Map<String, Notes.Note> all, NodeReport own, AdaptivePlan plan, long now) {
    seen = reports(all, own, plan.settings());
    AdaptiveValues current = learn(all.get(STANDINGS), now);
    return isDue(current, plan, now)
        ? write(current, plan.step(current, seen, time(current, now)), plan, now)
        : CompletableFuture.completedFuture(List.of());
  }

  private NodeReport reports(
      Map<String, Notes.Note> all, NodeReport own, AdaptiveSettings settings) {
    List<NodeReport> reports = new ArrayList<>(List.of(own));
    all.forEach(
        (name, note) -> {
          if (name.startsWith(NODE) && !name.equals(node)) {
            reports.add(report(note.text()));
          }
        });
    nodes = reports.size();
    return NodeReport.merged(reports, settings);
  }

  /** Parses a report; a node of another version may write lines that this one does not know. */
  private static NodeReport report(String text) {
    try {
      return NodeReport.parse(text);
    } catch (IllegalArgumentException e) {
      return NodeReport.NOTHING;
    }
  }

  /** Reads the values; if they are not readable, returns those that this node knows. */
  private AdaptiveValues read(Notes.@Nullable Note note) {
    if (note == null) {
      return AdaptiveValues.NONE;
    }
    try {
      return AdaptiveValues.parse(note.version(), note.text());
    } catch (IllegalArgumentException e) {
      return new AdaptiveValues(note.version(), standings.time(), standings.byRule());
    }
  }

  private synchronized AdaptiveValues learn(Notes.@Nullable Note note, long now) {
    AdaptiveValues read = read(note);
    if (read.version() != standings.version()) {
      standings = read;
      steppedAt = now;
    }
    return read;
  }

  private synchronized boolean isDue(AdaptiveValues current, AdaptivePlan plan, long now) {
    long interval = plan.settings().interval().toNanos();
    return current.version() == 0 || now - steppedAt >= interval - interval / 10;
  }

  private synchronized long time(AdaptiveValues current, long now) {
    return current.version() == 0 ? now : current.time() + Math.max(0, now - steppedAt);
  }

  private CompletionStage<List<Adjustment>> write(
      AdaptiveValues before, AdaptiveValues after, AdaptivePlan plan, long now) {
    return notes
        .write(STANDINGS, before.version(), after.text(), KEPT)
        .thenApply(
            written -> {
              if (!written) {
                return List.of();
              }
              stepped(after, now);
              return plan.adjustments(before, after, seen);
            });
  }

  /**
   * Cuts limits for this node alone, because the notes are unavailable: only those whose health is
   * critical by this node's own signals. The next round with notes replaces these values.
   */
  synchronized List<Adjustment> cutAlone(NodeReport own, AdaptivePlan plan, long now) {
    seen = NodeReport.merged(List.of(own), plan.settings());
    if (!isDue(standings, plan, now)) {
      return List.of();
    }
    AdaptiveValues before = standings;
    AdaptiveValues after = plan.cutOnly(before, own, time(before, now));
    stepped(after, now);
    return plan.adjustments(before, after, own);
  }

  private synchronized void stepped(AdaptiveValues after, long now) {
    standings = after;
    steppedAt = now;
  }

  /** Changes the standing of one limit, and retries if other nodes write at the same time. */
  CompletionStage<List<Adjustment>> change(
      String rule,
      AdaptivePlan plan,
      long now,
      BiFunction<AdaptiveValue, Long, AdaptiveValue> change) {
    return change(plan.rule(rule), plan, now, change, ATTEMPTS);
  }

  private CompletionStage<List<Adjustment>> change(
      AdaptiveRule rule,
      AdaptivePlan plan,
      long now,
      BiFunction<AdaptiveValue, Long, AdaptiveValue> change,
      int attempts) {
    return notes
        .read()
        .thenCompose(
            all -> {
              AdaptiveValues current = learn(all.get(STANDINGS), now);
              long time = time(current, now);
              Map<String, AdaptiveValue> next = new TreeMap<>(current.byRule());
              next.put(rule.rule(), change.apply(plan.standing(current, rule, time), time));
              AdaptiveValues after = new AdaptiveValues(current.version() + 1, time, next);
              return notes
                  .write(STANDINGS, current.version(), after.text(), KEPT)
                  .thenCompose(
                      written ->
                          changed(written, current, after, rule, plan, now, change, attempts));
            });
  }

  private CompletionStage<List<Adjustment>> changed(
      boolean written,
      AdaptiveValues before,
      AdaptiveValues after,
      AdaptiveRule rule,
      AdaptivePlan plan,
      long now,
      BiFunction<AdaptiveValue, Long, AdaptiveValue> change,
      int attempts) {
    if (!written && attempts > 1) {
      return change(rule, plan, now, change, attempts - 1);
    } else if (!written) {
      return CompletableFuture.failedFuture(
          new IllegalStateException(
              "rule: " + rule.rule() + " cannot be changed because of contention; try again"));
    }
    stepped(after, now);
    return CompletableFuture.completedFuture(plan.adjustments(before, after, seen));
  }
}
