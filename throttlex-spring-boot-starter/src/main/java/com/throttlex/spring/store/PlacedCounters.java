package com.throttlex.spring.store;

import com.throttlex.micrometer.StoreMetrics;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.shared.Discrepancy;
import com.throttlex.shared.RuleStores;
import com.throttlex.shared.placement.StoreMoves;
import com.throttlex.shared.placement.StoreSurroundings;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counters in several stores with names; each rule names one of them. */
final class PlacedCounters implements Counters {
  /** How much longer than its timeout a call may take. */
  private static final Duration DELAY = Duration.ofSeconds(2);

  private final Map<String, Counters> counters;
  private final Counters first;
  private final RuleStores store;
  private final StoreMoves moves;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work, "throttlex-stores");
            made.setDaemon(true);
            return made;
          });
  private @Nullable RuleBook placed;

  /**
   * Creates counters in these stores.
   *
   * @param counters the stores by name, the default store first
   */
  PlacedCounters(Map<String, Counters> counters, StoreContext around) {
    this.counters = counters;
    first = counters.values().iterator().next();
    Map<String, Store> stores = new LinkedHashMap<>();
    counters.forEach((name, its) -> stores.put(name, its.store()));
    store = new RuleStores(stores);
    moves =
        new StoreMoves(
            store,
            new StoreSurroundings(
                counters.keySet(),
                notesIn(),
                name -> counters.getOrDefault(name, first).notes(),
                this::live,
                name -> isFailing(counters.get(name)),
                System::nanoTime,
                timeout().multipliedBy(2).plus(DELAY)));
    if (around.registry() != null) {
      StoreMetrics.nodes(around.registry(), this::live);
      StoreMetrics.discrepancy(around.registry(), this::discrepancy);
    }
  }

  private static boolean isFailing(@Nullable Counters counters) {
    return counters == null || !counters.problem().isEmpty();
  }

  /** Follows these rules and the plan of moves every second, from now on. */
  void follow(Supplier<RuleBook> rules) {
    place(rules.get());
    var unused = thread.scheduleWithFixedDelay(() -> tick(rules), 1, 1, TimeUnit.SECONDS);
  }

  private void tick(Supplier<RuleBook> rules) {
    place(rules.get());
    var unused = moves.tick();
  }

  @SuppressWarnings("ReferenceEquality") // a book is replaced as a whole
  private synchronized void place(RuleBook book) {
    if (placed == null) {
      moves.start(book);
    } else if (placed != book) {
      moves.rules(book);
    }
    placed = book;
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Notes notes() {
    return counters.getOrDefault(notesIn(), first).notes();
  }

  private String notesIn() {
    return counters.keySet().stream()
        .filter(name -> counters.getOrDefault(name, first).isShared())
        .findFirst()
        .orElse(Rule.DEFAULT_STORE);
  }

  @Override
  public boolean isShared() {
    return counters.values().stream().anyMatch(Counters::isShared);
  }

  @Override
  public int live() {
    return counters.values().stream().mapToInt(Counters::live).max().orElse(1);
  }

  @Override
  public Discrepancy discrepancy() {
    return counters.values().stream()
        .map(Counters::discrepancy)
        .reduce(Discrepancy.NONE, Discrepancy::plus);
  }

  @Override
  public Duration timeout() {
    return counters.values().stream()
        .map(Counters::timeout)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  @Override
  public String place() {
    return counters.entrySet().stream()
        .map(store -> store.getKey() + ": " + store.getValue().place())
        .collect(Collectors.joining(", "));
  }

  @Override
  public String kind() {
    return first.kind();
  }

  @Override
  public String problem() {
    List<String> problems = new ArrayList<>();
    counters.forEach(
        (name, its) -> {
          if (!its.problem().isEmpty()) {
            problems.add(name + ": " + its.problem());
          }
        });
    if (!moves.problem().isEmpty()) {
      problems.add(moves.problem());
    }
    return String.join("; ", problems);
  }

  /** Returns the facts of the default store, and those of each further store under its name. */
  @Override
  public Map<String, Object> details() {
    Map<String, Object> details = new LinkedHashMap<>(first.details());
    counters.forEach(
        (name, its) -> {
          if (its != first) {
            Map<String, Object> own = new LinkedHashMap<>(its.details());
            own.put("kind", its.kind());
            details.put("store:" + name, own);
          }
        });
    details.put("moves", moves.moves().size());
    return details;
  }

  @Override
  public void close() {
    thread.shutdownNow();
    counters.values().forEach(Counters::close);
  }
}
