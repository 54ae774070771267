package com.throttlex.server;

import com.throttlex.DecisionListener;
import com.throttlex.TimeSource;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.DatabaseException;
import com.throttlex.jdbc.DatabaseRefusal;
import com.throttlex.server.backend.Backend;
import com.throttlex.server.backend.BackendSettings;
import com.throttlex.server.backend.Stranger;
import com.throttlex.server.config.InvalidSettingsException;
import com.throttlex.server.config.Settings;
import com.throttlex.server.insight.DenialLog;
import com.throttlex.server.prometheus.PrometheusPoller;
import com.throttlex.server.prometheus.SignalQuery;
import com.throttlex.server.recording.RecordSecret;
import com.throttlex.server.recording.RecordSettings;
import com.throttlex.server.recording.Recorder;
import com.throttlex.store.MemoryBudget;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Opens the engine that the settings describe. A failure closes the database and the store. */
final class EngineStart {
  private final Settings settings;
  private final MeterRegistry registry;
  private final MemoryBudget memory = MemoryBudget.ofThisProcess();
  private final TimeSource time;

  EngineStart(Settings settings, MeterRegistry registry, TimeSource time) {
    this.settings = settings;
    this.registry = registry;
    this.time = time;
  }

  /** Opens the engine when the database is open. */
  Engine open(CompletableFuture<Database> opening) {
    Database database = join(opening);
    try {
      return open(database, backend());
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private Database join(CompletableFuture<Database> opening) {
    try {
      return opening.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof DatabaseException cause ? unusable(cause) : e;
    }
  }

  /** A database that refuses is a mistake in the settings; a database that is away is not. */
  private IllegalArgumentException unusable(DatabaseException failure) {
    String reason = String.valueOf(failure.getMessage());
    String message = reason.startsWith("database: ") ? reason : "database: " + reason;
    Optional<String> remedy =
        DatabaseRefusal.remedy(failure).or(() -> Stranger.at(settings.database()));
    if (remedy.isPresent()) {
      return new InvalidSettingsException(message + "; " + remedy.get(), failure);
    }
    return failure.getCause() == null
        ? new InvalidSettingsException(message, failure)
        : new IllegalArgumentException(message, failure);
  }

  private Backend backend() {
    Settings.Store store = settings.store();
    BackendSettings backend =
        new BackendSettings(
            store.urls(),
            store.further(),
            store.timeout(),
            store.required(),
            store.expectedNodes(),
            store.breaker(),
            settings.maxKeys(),
            memory);
    try {
      return Backend.open(backend, registry, time);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingsException(String.valueOf(e.getMessage()), e);
    }
  }

  private PrometheusPoller.@Nullable Target prometheus() {
    Settings.Prometheus server = settings.prometheus();
    if (server == null) {
      return null;
    }
    List<SignalQuery> queries = new ArrayList<>();
    server
        .queries()
        .forEach(
            (service, its) ->
                its.forEach((signal, text) -> queries.add(new SignalQuery(service, signal, text))));
    return new PrometheusPoller.Target(
        server.url(), server.interval(), server.timeout(), server.token(), queries);
  }

  /** Returns the path of the rule file; null if the service has no rule file. */
  private @Nullable Path ruleFile() {
    Path sample = settings.dataDir().resolve("rules.yml"); // written by earlier releases
    boolean earlier = settings.rules() == null && Files.exists(sample);
    return earlier ? sample : settings.rules();
  }

  private DecisionListener denials() {
    int most = settings.log().denials();
    return most == 0 ? DecisionListener.NONE : new DenialLog(most, time);
  }

  /** Returns the recorder, or null if nothing is recorded. */
  private @Nullable Recorder recorder() {
    RecordSettings what = settings.recording();
    if (what == null) {
      return null;
    }
    try {
      RecordSecret secret = RecordSecret.readOrCreate(settings.dataDir(), new SecureRandom());
      Recorder recorder = new Recorder(what, secret);
      recorder.register(registry);
      return recorder;
    } catch (IOException e) {
      throw new IllegalArgumentException("record: " + e.getMessage(), e);
    }
  }

  private Engine open(Database database, Backend backend) {
    Recorder recorder = null;
    try {
      recorder = recorder();
      return new Engine(
          database,
          backend,
          ruleFile(),
          time,
          registry,
          memory,
          prometheus(),
          recorder == null ? denials() : denials().and(recorder),
          recorder);
    } catch (RuntimeException e) {
      if (recorder != null) {
        recorder.close();
      }
      backend.store().close();
      backend.close();
      throw e;
    }
  }
}
