package com.throttlex.server;

import com.throttlex.DecisionListener;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.system.SystemSignals;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.DatabaseException;
import com.throttlex.micrometer.AdaptiveMetrics;
import com.throttlex.micrometer.DecisionMetrics;
import com.throttlex.micrometer.MemoryMetrics;
import com.throttlex.micrometer.ShedMetrics;
import com.throttlex.provider.RuleCache;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequests;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.backend.Backend;
import com.throttlex.server.insight.AdaptivePast;
import com.throttlex.server.insight.HeavyKeys;
import com.throttlex.server.insight.MovedLimits;
import com.throttlex.server.insight.QueueUse;
import com.throttlex.server.insight.Records;
import com.throttlex.server.insight.ThrottledUsers;
import com.throttlex.server.prometheus.PolledSignal;
import com.throttlex.server.prometheus.PrometheusPoller;
import com.throttlex.server.recording.Recorder;
import com.throttlex.server.rules.ManagedRules;
import com.throttlex.server.rules.ManagedUsers;
import com.throttlex.server.rules.RuleSync;
import com.throttlex.server.rules.RuleWatch;
import com.throttlex.server.rules.SampleRules;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.MemoryUse;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The deciding part of the service: rules, counters, users, and the records of decisions. */
// Over 300 lines: it owns all parts of the engine; most methods return one of them.
final class Engine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  /**
   * The source of the service's own processor and memory signals; they do not show the health of
   * protected services.
   */
  private static final String OWN_HEALTH = "throttlex";

  private final TimeSource time;
  private final Database database;
  private final Backend backend;
  private final OverflowQueue queue;
  private final HeavyKeys heavyKeys;
  private final ManagedRules rules;
  private final ThrottleX throttlex;
  private final ManagedUsers users;
  private final QueueUse queueUse;

  /** Audit entries that were lost; a field, because the registry refers to it only weakly. */
  private final LongSupplier lostEntries;

  private final Records records;
  private final DecisionMetrics metrics;
  private final ShedMetrics shed;
  private final AdaptiveMetrics adaptiveMetrics;
  private final AdaptivePast adaptivePast = new AdaptivePast();
  private final @Nullable PrometheusPoller poller;
  private final @Nullable Recorder recorder;
  private final @Nullable RuleSync sync;
  private final @Nullable RuleWatch watch;
  private volatile boolean waiting;

  /** Loads the rules of file and database, and starts to decide. */
  Engine(
      Database database,
      Backend backend,
      @Nullable Path ruleFile,
      TimeSource time,
      MeterRegistry registry,
      MemoryBudget memory,
      PrometheusPoller.@Nullable Target prometheus,
      DecisionListener further,
      @Nullable Recorder recorder) {
    this.time = time;
    this.database = database;
    this.backend = backend;
    queue = backend.queue().orElseGet(() -> database.queue(QueueLimits.DEFAULT));
    this.recorder = recorder;
    heavyKeys = new HeavyKeys(time.nanos(), memory.of(MemoryBudget.Table.TOP_KEYS));
    MemoryMetrics.register(registry, this::memory);
    metrics = new DecisionMetrics(registry);
    shed = new ShedMetrics(registry);
    ThrottledUsers throttled = new ThrottledUsers();
    DecisionListener listener = metrics.and(heavyKeys).and(throttled).and(shed).and(further);
    RuleCache cache = backend.ruleCache();
    SampleRules.prepare(database, ruleFile, cache, now());
    rules =
        cache == null && !database.isShared()
            ? ManagedRules.open(ruleFile, backend.names(), database, this::putIntoForce)
            : ManagedRules.openShared(ruleFile, backend.names(), database, this::putIntoForce);
    apply(rules.book());
    AdaptiveLimits adaptive = new AdaptiveLimits(backend.notes());
    adaptive.watch(OWN_HEALTH, SystemSignals.ofThisProcess()::read);
    adaptive.watch(OWN_HEALTH, now -> backend.condition().breakers());
    throttlex = new ThrottleX(rules.book(), backend.store(), time, listener, adaptive);
    adaptiveMetrics = new AdaptiveMetrics(registry, adaptive, OWN_HEALTH);
    poller = prometheus == null ? null : poller(prometheus, adaptive, registry);
    users = ManagedUsers.open(database, throttlex, now());
    MovedLimits moved = new MovedLimits(time);
    adaptive.listen(moved);
    queueUse = new QueueUse(time);
    lostEntries = () -> moved.lost() + throttled.lost() + queueUse.lost();
    FunctionCounter.builder("throttlex.audit.lost", lostEntries, LongSupplier::getAsLong)
        .description("Audit entries lost because the database was unavailable for too long")
        .register(registry);
    records = new Records(database, metrics, throttled, moved, queueUse, now());
    sync = cache == null ? null : RuleSync.start(cache, rules, users, time);
    watch = database.isShared() ? RuleWatch.start(database, rules, users, time) : null;
  }

  private PrometheusPoller poller(
      PrometheusPoller.Target target, AdaptiveLimits adaptive, MeterRegistry registry) {
    PrometheusPoller made =
        new PrometheusPoller(
            target,
            time::nanos,
            () -> throttlex.rules().preamble().adaptive().staleAfter().toNanos(),
            registry);
    for (String service : made.services()) {
      adaptive.watch(service, now -> made.signals(service, now));
    }
    return made;
  }

  /** Gives the rules to the parts that need them before the first decision. */
  private void apply(RuleBook book) {
    backend.rules(book);
    if (recorder != null) {
      recorder.rules(book);
    }
  }

  private void putIntoForce(RuleBook book) {
    apply(book);
    throttlex.rules(book);
    reapply();
  }

  /** Applies the rules again. They need no database, but overrides may have to wait for it. */
  private void reapply() {
    try {
      users.reapply(now());
      waiting = false;
    } catch (DatabaseException e) {
      if (!waiting) {
        LOG.warn(
            "overrides: some are not in force until the database is available: {}", e.getMessage());
      }
      waiting = true;
    }
  }

  /** Runs the tasks of every second that do not wait for the database. */
  void tick() {
    backend.tick();
    if (poller != null) {
      poller.tick(time.nanos());
    }
    throttlex.adaptive().tick(time.nanos());
    adaptiveMetrics.refresh();
    adaptivePast.tick(now(), throttlex.adaptive()::status);
  }

  /** Runs the tasks of every second that may wait for the database. */
  void keep() {
    rules.refresh();
    if (watch == null || watch.problem() == null) {
      settle();
      if (waiting) {
        reapply();
      }
      records.write(now());
    }
  }

  /** Reloads from the database after changes whose commit was in doubt. */
  private void settle() {
    try {
      rules.settle();
      users.settle(now());
    } catch (DatabaseException e) {
      LOG.debug("changes in doubt: still not decided", e);
    }
  }

  Instant now() {
    return time.now();
  }

  TimeSource time() {
    return time;
  }

  ThrottleX throttlex() {
    return throttlex;
  }

  /** Returns the overflow queues: in Redis if the counters are there, or else in the database. */
  OverflowQueue queue() {
    return queue;
  }

  /** Returns stored requests, in the place of the overflow queues; the caller closes them. */
  StoredRequests storedRequests() {
    return backend.storedRequests().orElseGet(() -> database.storedRequests(StoredLimits.DEFAULT));
  }

  /** Returns the collector of audit entries for queue changes. */
  QueueUse queueUse() {
    return queueUse;
  }

  Database database() {
    return database;
  }

  ManagedRules rules() {
    return rules;
  }

  ManagedUsers users() {
    return users;
  }

  HeavyKeys heavyKeys() {
    return heavyKeys;
  }

  /** Returns the counts of decisions by rule. */
  DecisionMetrics decisions() {
    return metrics;
  }

  /** Returns the number of requests that rules shed. */
  long shed() {
    return shed.count();
  }

  AdaptivePast adaptivePast() {
    return adaptivePast;
  }

  Records records() {
    return records;
  }

  Backend backend() {
    return backend;
  }

  /** Returns the poller of health signals; null if no Prometheus server is configured. */
  @Nullable PrometheusPoller poller() {
    return poller;
  }

  /** Returns the recorder of requests; null if nothing is recorded. */
  @Nullable Recorder recorder() {
    return recorder;
  }

  /** Returns the last results of the poller. */
  List<PolledSignal> polled() {
    return poller == null ? List.of() : poller.status(time.nanos());
  }

  /** Returns the memory in use and the budget of each table. */
  List<MemoryUse> memory() {
    List<MemoryUse> tables = new ArrayList<>(backend.memory());
    tables.add(heavyKeys.memory());
    return tables;
  }

  /** Returns why the database cannot be read or written, or null if it can. */
  @Nullable String databaseProblem() {
    String problem = watch == null ? null : watch.problem();
    if (problem != null || database.problem() != null) {
      return problem == null ? database.problem() : problem;
    }
    return watch == null ? readProblem() : null;
  }

  private @Nullable String readProblem() {
    try {
      database.check();
      return null;
    } catch (DatabaseException e) {
      return e.getMessage();
    }
  }

  /** Returns why the nodes may have different rules, or null if they have the same. */
  @Nullable String syncProblem() {
    String problem = sync == null ? null : sync.problem();
    return problem == null && watch != null ? watch.problem() : problem;
  }

  /** Writes buffered records, and closes store, backend and database. */
  @Override
  public void close() {
    if (sync != null) {
      sync.close();
    }
    if (watch != null) {
      watch.close();
    }
    records.flush();
    queue.close();
    if (recorder != null) {
      recorder.close();
    }
    throttlex.close();
    backend.close();
    database.close();
  }
}
