package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.adaptive.Signal;
import com.throttlex.micrometer.StoreMetrics;
import com.throttlex.provider.RuleCache;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.StoredRequests;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.shared.Discrepancy;
import com.throttlex.shared.RuleStores;
import com.throttlex.shared.placement.StoreMoves;
import com.throttlex.shared.placement.StoreSurroundings;
import com.throttlex.store.MemoryUse;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A backend of several stores with names; each rule names one of them. Queues, rule cache and notes
 * are in the default store. If that is memory, the notes are in the first shared store.
 */
final class PlacedBackend implements Backend {
  /** How much longer than its timeout a call may take, see Coalescer. */
  private static final Duration DELAY = Duration.ofSeconds(2);

  private final Map<String, Backend> backends;
  private final Backend first;
  private final RuleStores store;
  private final StoreMoves moves;
  private final AtomicBoolean started = new AtomicBoolean();

  private PlacedBackend(Map<String, Backend> backends, MeterRegistry registry) {
    this.backends = backends;
    first = backends.values().iterator().next();
    Map<String, Store> stores = new LinkedHashMap<>();
    backends.forEach((name, backend) -> stores.put(name, backend.store()));
    store = new RuleStores(stores);
    moves =
        new StoreMoves(
            store,
            new StoreSurroundings(
                backends.keySet(),
                notesIn(),
                name -> backends.getOrDefault(name, first).notes(),
                this::live,
                name -> isFailing(backends.get(name)),
                System::nanoTime,
                margin(backends)));
    StoreMetrics.nodes(registry, this::live);
    StoreMetrics.discrepancy(registry, this::discrepancy);
  }

  /** Opens the default store and the further ones; closes all of them if one fails. */
  static Backend open(BackendSettings settings, MeterRegistry registry, TimeSource time) {
    Map<String, List<String>> urls = new LinkedHashMap<>();
    urls.put(Rule.DEFAULT_STORE, settings.urls());
    urls.putAll(settings.further());
    Map<String, Backend> opened = new LinkedHashMap<>();
    try {
      urls.forEach(
          (name, its) -> opened.put(name, Backend.one(settings.at(its), registry, time, name)));
    } catch (RuntimeException e) {
      opened.values().forEach(backend -> backend.store().close());
      opened.values().forEach(Backend::close);
      throw e;
    }
    return new PlacedBackend(opened, registry);
  }

  private static boolean isFailing(@Nullable Backend backend) {
    return backend == null || !backend.condition().problem().isEmpty();
  }

  /** Returns how long a request may be in flight: two timeouts, and delays of this node. */
  private static Duration margin(Map<String, Backend> backends) {
    return longest(backends).multipliedBy(2).plus(DELAY);
  }

  private static Duration longest(Map<String, Backend> backends) {
    return backends.values().stream()
        .map(Backend::timeout)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Optional<OverflowQueue> queue() {
    return first.queue();
  }

  @Override
  public Optional<StoredRequests> storedRequests() {
    return first.storedRequests();
  }

  @Override
  public @Nullable RuleCache ruleCache() {
    return first.ruleCache();
  }

  @Override
  public Notes notes() {
    return backends.getOrDefault(notesIn(), first).notes();
  }

  private String notesIn() {
    return backends.keySet().stream()
        .filter(name -> backends.getOrDefault(name, first).isShared())
        .findFirst()
        .orElse(Rule.DEFAULT_STORE);
  }

  @Override
  public boolean isShared() {
    return backends.values().stream().anyMatch(Backend::isShared);
  }

  @Override
  public int live() {
    return backends.values().stream().mapToInt(Backend::live).max().orElse(1);
  }

  @Override
  public Discrepancy discrepancy() {
    return backends.values().stream()
        .map(Backend::discrepancy)
        .reduce(Discrepancy.NONE, Discrepancy::plus);
  }

  @Override
  public Duration timeout() {
    return longest(backends);
  }

  @Override
  public void rules(RuleBook book) {
    if (started.getAndSet(true)) {
      moves.rules(book);
    } else {
      moves.start(book);
    }
  }

  @Override
  public Optional<StoreMoves> moves() {
    return Optional.of(moves);
  }

  @Override
  public List<String> placesOf(String rule) {
    return moves.placesOf(rule);
  }

  @Override
  public Set<String> names() {
    return backends.keySet();
  }

  @Override
  public void tick() {
    backends.values().forEach(Backend::tick);
    if (started.get()) {
      var unused = moves.tick();
    }
  }

  /** Returns the state of the default store, and of the moves between all stores. */
  @Override
  public Condition condition() {
    Condition condition = first.condition();
    List<String> problems = new ArrayList<>(List.of(condition.problem(), moves.problem()));
    problems.removeIf(String::isEmpty);
    Map<String, Object> details = new LinkedHashMap<>(condition.details());
    details.put("moves", moves.moves().size());
    double open =
        backends.values().stream()
            .map(backend -> backend.condition().breakers().get(Signal.CIRCUIT_BREAKER))
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    return new Condition(
        condition.kind(),
        String.join("; ", problems),
        details,
        Map.of(Signal.CIRCUIT_BREAKER, open));
  }

  @Override
  public Map<String, Condition> conditions() {
    Map<String, Condition> conditions = new LinkedHashMap<>();
    backends.forEach((name, backend) -> conditions.put(name, backend.condition()));
    conditions.put(Rule.DEFAULT_STORE, condition());
    return conditions;
  }

  @Override
  public List<MemoryUse> memory() {
    Map<Object, MemoryUse> tables = new LinkedHashMap<>();
    backends.values().stream()
        .flatMap(backend -> backend.memory().stream())
        .forEach(use -> tables.putIfAbsent(use.table(), use));
    return List.copyOf(tables.values());
  }

  @Override
  public void close() {
    backends.values().forEach(Backend::close);
  }
}
