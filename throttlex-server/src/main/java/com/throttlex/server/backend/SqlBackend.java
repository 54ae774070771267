package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.distributed.Pulse;
import com.throttlex.distributed.ShardedStore;
import com.throttlex.distributed.ShardedStore.Shard;
import com.throttlex.distributed.SharedCounters;
import com.throttlex.jdbc.Dialect;
import com.throttlex.jdbc.counters.JdbcNotes;
import com.throttlex.jdbc.counters.JdbcStore;
import com.throttlex.jdbc.counters.SqlLiveNodes;
import com.throttlex.micrometer.MeteredStore;
import com.throttlex.micrometer.StoreMetrics;
import com.throttlex.queue.MemoryQueue;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.MemoryUse;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Counters in a database, or spread over several, shared with other nodes. Each database may be
 * away by itself. Queues are in this process's memory.
 */
final class SqlBackend implements Backend {
  private final List<SharedCounters> databases = new ArrayList<>();
  private final List<JdbcStore> remotes = new ArrayList<>();
  private final String kind;
  private final Store metered;
  private final MemoryQueue queue;

  /**
   * Begins to connect, and waits a moment for it.
   *
   * @throws IllegalArgumentException when one refuses, or its tables cannot be used
   * @throws IllegalStateException when they are required and one does not answer
   */
  SqlBackend(BackendSettings settings, MeterRegistry registry, TimeSource time) {
    List<String> urls = settings.urls();
    kind = kind(urls);
    long room = settings.memory().of(MemoryBudget.Table.QUEUES);
    queue = new MemoryQueue(QueueLimits.DEFAULT, time, room);
    Store store =
        urls.size() == 1
            ? counters("the database", urls.get(0), settings, time, registry, Tags.empty())
            : sharded(settings, time, registry);
    metered = new MeteredStore(store, kind, registry, System::nanoTime, 1);
    StoreMetrics.nodes(registry, this::live);
    try {
      long start = time.nanos();
      tick();
      for (int i = 0; i < urls.size(); i++) {
        FirstAnswer.await(
            databases.get(i),
            urls.get(i),
            remotes.get(i)::isMigrating,
            settings.required(),
            time,
            start);
      }
    } catch (RuntimeException e) {
      metered.close();
      queue.close();
      throw e;
    }
  }

  /** As users wrote it: {@code postgresql}, {@code mariadb}, {@code mysql}; of several, SQL. */
  private static String kind(List<String> urls) {
    Set<String> kinds = urls.stream().map(url -> url.split(":", 3)[1]).collect(Collectors.toSet());
    return kinds.size() == 1 ? kinds.iterator().next() : "sql";
  }

  private Store counters(
      String name,
      String url,
      BackendSettings settings,
      TimeSource time,
      MeterRegistry registry,
      Tags place) {
    JdbcStore remote = JdbcStore.open(url, settings.timeout());
    SqlLiveNodes nodes = new SqlLiveNodes(remote, UUID.randomUUID().toString());
    Pulse pulse = new Pulse(nodes::beat, nodes::live, nodes::leave, settings.expectedNodes());
    StoreMetrics metrics = new StoreMetrics(registry, kind, place);
    Notes notes = new JdbcNotes(remote);
    SharedCounters counters =
        new SharedCounters(
            name,
            remote,
            settings.timeout(),
            pulse,
            notes,
            time,
            metrics,
            settings.memory().dividedBy(settings.urls().size()));
    databases.add(counters);
    remotes.add(remote);
    return counters.store();
  }

  private Store sharded(BackendSettings settings, TimeSource time, MeterRegistry registry) {
    List<Shard> shards = new ArrayList<>();
    for (String url : settings.urls()) {
      String name = Dialect.place(url).orElseThrow();
      Tags place = Tags.of("shard", name);
      shards.add(new Shard(name, counters(name, url, settings, time, registry, place)));
    }
    return new ShardedStore(shards);
  }

  @Override
  public Store store() {
    return metered;
  }

  @Override
  public OverflowQueue queue() {
    return queue;
  }

  /** Of several databases, those in the first by name: on every node the same. */
  @Override
  public Notes notes() {
    return Collections.min(databases, Comparator.comparing(SharedCounters::name)).notes();
  }

  @Override
  public void tick() {
    for (SharedCounters database : databases) {
      var unused = database.beat();
    }
  }

  private int live() {
    return databases.stream().mapToInt(SharedCounters::live).max().orElse(1);
  }

  @Override
  public Condition condition() {
    String problems =
        databases.stream()
            .map(SharedCounters::problem)
            .filter(problem -> !problem.isEmpty())
            .collect(Collectors.joining("; "));
    Map<String, Object> details = new TreeMap<>(Map.of("nodes", live()));
    if (databases.size() == 1) {
      details.put("breaker", databases.get(0).breaker());
    } else {
      Map<String, Object> breakers = new TreeMap<>();
      databases.forEach(database -> breakers.put(database.name(), database.breaker()));
      details.put("breakers", breakers);
    }
    return new Condition(kind, problems, details);
  }

  @Override
  public List<MemoryUse> memory() {
    return List.of(queue.memory());
  }

  @Override
  public void close() {
    queue.close();
  }
}
