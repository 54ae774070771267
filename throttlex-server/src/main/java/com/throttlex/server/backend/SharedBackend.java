package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.adaptive.Signal;
import com.throttlex.micrometer.MeteredStore;
import com.throttlex.micrometer.StoreMetrics;
import com.throttlex.provider.RuleCache;
import com.throttlex.provider.StoreConnection;
import com.throttlex.provider.StoreProvider;
import com.throttlex.provider.StoreProviders;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.StoredRequests;
import com.throttlex.shared.Discrepancy;
import com.throttlex.shared.ShardedStore;
import com.throttlex.shared.ShardedStore.Shard;
import com.throttlex.shared.SharedStore;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A backend with counters in one shared store, or spread over several, each of which may fail by
 * itself. Queues are in the first store by name if it has queues.
 */
final class SharedBackend implements Backend {
  private final List<StoreConnection> connections = new ArrayList<>();
  private final List<SharedStore> stores = new ArrayList<>();
  private final String name;
  private final String kind;
  private final Store metered;
  private final Optional<OverflowQueue> queue;

  /**
   * Starts to connect, and waits a few seconds for it.
   *
   * @param name the name of the store if it is one of several, or else empty
   * @throws IllegalArgumentException if a store rejects the connection or cannot be used
   * @throws IllegalStateException if the stores are required and one does not answer
   */
  SharedBackend(BackendSettings settings, MeterRegistry registry, TimeSource time, String name) {
    this.name = name;
    try {
      open(settings, registry, time);
    } catch (RuntimeException e) {
      abandon();
      throw e;
    }
    kind = kind();
    metered = new MeteredStore(spread(), label(), registry, System::nanoTime, 1);
    if (name.isEmpty()) {
      StoreMetrics.nodes(registry, this::live);
      StoreMetrics.discrepancy(registry, this::discrepancy);
    }
    queue = first(StoreConnection::queue);
    awaitAnswers(settings, time);
  }

  private void open(BackendSettings settings, MeterRegistry registry, TimeSource time) {
    List<String> urls = settings.urls();
    List<StoreProvider> providers = new ArrayList<>();
    for (String url : urls) {
      StoreProvider provider = StoreProviders.onClasspath().find(url).orElseThrow();
      providers.add(provider);
      connections.add(provider.open(url, settings.timeout()));
    }
    boolean sharded = urls.size() > 1;
    for (int i = 0; i < urls.size(); i++) {
      StoreConnection connection = connections.get(i);
      String at = sharded ? providers.get(i).shard(urls.get(i)).orElseThrow() : connection.name();
      Tags shard = sharded ? Tags.of("shard", at) : Tags.empty();
      StoreMetrics metrics = new StoreMetrics(registry, label(), tags().and(shard));
      stores.add(new SharedStore(at, connection, settings.shared(time, metrics)));
    }
  }

  /** Closes the connections that were opened before one failed. */
  private void abandon() {
    stores.forEach(Store::close);
    connections.stream().skip(stores.size()).forEach(opened -> opened.counters().close());
    connections.forEach(StoreConnection::close);
  }

  /** Returns the name of the store in metrics. */
  private String label() {
    return name.isEmpty() ? kind() : name;
  }

  /** Returns the tags of a circuit breaker; one of several stores has the same names in all. */
  private Tags tags() {
    return name.isEmpty() ? Tags.empty() : Tags.of("store", name, "shard", "");
  }

  /** Returns the kind of all stores; databases of several products have the kind SQL. */
  private String kind() {
    Set<String> kinds = connections.stream().map(StoreConnection::kind).collect(Collectors.toSet());
    return kinds.size() == 1 ? kinds.iterator().next() : "sql";
  }

  private Store spread() {
    return stores.size() == 1
        ? stores.get(0)
        : new ShardedStore(stores.stream().map(store -> new Shard(store.name(), store)).toList());
  }

  /** Returns a part of the first connection by name, which is the same on every node. */
  private <T> Optional<T> first(Function<StoreConnection, Optional<T>> part) {
    return part.apply(connections.get(firstByName()));
  }

  private int firstByName() {
    return stores.indexOf(Collections.min(stores, Comparator.comparing(SharedStore::name)));
  }

  private void awaitAnswers(BackendSettings settings, TimeSource time) {
    long start = time.nanos();
    tick();
    try {
      for (int i = 0; i < stores.size(); i++) {
        if (!stores.get(i).isAnswering(time, start, connections.get(i)::isPreparing)) {
          goOnWithout(stores.get(i), settings.urls().get(i), settings.required());
        }
      }
    } catch (RuntimeException e) {
      metered.close();
      close();
      throw e;
    }
  }

  /** Warns that a store is unavailable, or ends the start if stores are required. */
  private static void goOnWithout(SharedStore store, String url, boolean required) {
    Stranger.at(url)
        .ifPresent(
            found -> {
              throw new IllegalArgumentException("store: " + found);
            });
    if (required) {
      throw new IllegalStateException(
          "store: "
              + store.silence()
              + "; the node does not start without it (store-required: true). Start the store, or"
              + " set store-required: false");
    }
    store.warn();
  }

  @Override
  public Store store() {
    return metered;
  }

  @Override
  public Optional<OverflowQueue> queue() {
    return queue;
  }

  @Override
  public Optional<StoredRequests> storedRequests() {
    return first(StoreConnection::storedRequests);
  }

  @Override
  public @Nullable RuleCache ruleCache() {
    return first(StoreConnection::ruleCache).orElse(null);
  }

  /**
   * Returns the notes; with several stores, those in the first by name, which is the same on every
   * node.
   */
  @Override
  public Notes notes() {
    return stores.get(firstByName()).notes();
  }

  @Override
  public void tick() {
    for (SharedStore store : stores) {
      var unused = store.beat();
    }
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public Duration timeout() {
    return connections.stream()
        .map(StoreConnection::timeout)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  @Override
  public int live() {
    return stores.stream().mapToInt(SharedStore::live).max().orElse(1);
  }

  @Override
  public Discrepancy discrepancy() {
    return stores.stream()
        .map(SharedStore::discrepancy)
        .reduce(Discrepancy.NONE, Discrepancy::plus);
  }

  @Override
  public Condition condition() {
    String problems =
        stores.stream()
            .map(SharedStore::problem)
            .filter(problem -> !problem.isEmpty())
            .collect(Collectors.joining("; "));
    double open = stores.stream().mapToDouble(SharedStore::openPart).average().orElse(0);
    return new Condition(kind, problems, details(), Map.of(Signal.CIRCUIT_BREAKER, open));
  }

  private Map<String, Object> details() {
    if (stores.size() == 1) {
      return stores.get(0).details();
    }
    Map<String, String> breakers = new TreeMap<>();
    stores.forEach(store -> breakers.put(store.name(), store.breaker()));
    return new TreeMap<>(
        Map.of("breakers", breakers, "nodes", live(), "discrepancy", discrepancy().details()));
  }

  @Override
  public void close() {
    queue.ifPresent(OverflowQueue::close);
    connections.forEach(StoreConnection::close);
  }
}
