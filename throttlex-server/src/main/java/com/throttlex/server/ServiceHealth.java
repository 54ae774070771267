package com.throttlex.server;

import com.throttlex.rule.Rule;
import com.throttlex.server.admin.ComponentHealth;
import com.throttlex.server.backend.Condition;
import com.throttlex.server.prometheus.PolledSignal;
import com.throttlex.server.prometheus.PrometheusPoller;
import com.throttlex.server.recording.Recorder;
import com.throttlex.store.MemoryUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** How the parts of the service are. */
final class ServiceHealth {
  private final Engine engine;
  private final BooleanSupplier serving;

  ServiceHealth(Engine engine, BooleanSupplier serving) {
    this.engine = engine;
    this.serving = serving;
  }

  List<ComponentHealth> components() {
    List<ComponentHealth> components = new ArrayList<>(List.of(doors()));
    engine.backend().conditions().forEach((name, state) -> components.add(store(name, state)));
    components.addAll(List.of(database(), rules(), memory()));
    PrometheusPoller poller = engine.poller();
    if (poller != null) {
      components.add(prometheus(poller));
    }
    Recorder recorder = engine.recorder();
    if (recorder != null) {
      components.add(record(recorder));
    }
    return components;
  }

  /** A file that cannot be written is degraded, not down: decisions do not need it. */
  private static ComponentHealth record(Recorder recorder) {
    String problem = recorder.problem();
    return new ComponentHealth(
        "record",
        true,
        problem == null ? "" : "degraded: " + problem,
        Map.of("file", recorder.file().toString()));
  }

  /** A query without a valid value is degraded, not down: limits follow the other signals. */
  private ComponentHealth prometheus(PrometheusPoller poller) {
    List<String> problems = new ArrayList<>();
    for (PolledSignal polled : engine.polled()) {
      if (polled.problem() != null) {
        problems.add(polled.service() + " " + polled.signal().text() + ": " + polled.problem());
      }
    }
    String detail = problems.isEmpty() ? "" : "degraded: " + String.join("; ", problems);
    return new ComponentHealth(
        "prometheus",
        true,
        detail,
        Map.of("url", poller.url(), "queries", engine.polled().size(), "invalid", problems.size()));
  }

  private ComponentHealth doors() {
    boolean open = serving.getAsBoolean();
    return new ComponentHealth("doors", open, open ? "" : "the service is draining", Map.of());
  }

  /** An unavailable store is degraded, not down: decisions continue in fallback. */
  private static ComponentHealth store(String name, Condition condition) {
    Map<String, Object> details = new LinkedHashMap<>(Map.of("kind", condition.kind()));
    details.putAll(condition.details());
    String problem = condition.problem();
    return new ComponentHealth(
        name.equals(Rule.DEFAULT_STORE) ? "store" : "store:" + name,
        true,
        problem.isEmpty() ? "" : "degraded: " + problem,
        details);
  }

  /** An unavailable database is degraded, not down: decisions do not need it. */
  private ComponentHealth database() {
    String problem = engine.databaseProblem();
    String reason = problem == null ? engine.records().problem() : problem;
    return new ComponentHealth(
        "database",
        true,
        reason == null ? "" : "degraded: " + reason,
        Map.of("kind", engine.database().kind()));
  }

  /** A table that uses its whole budget is not a failure: each table handles that. */
  private ComponentHealth memory() {
    Map<String, Object> details = new LinkedHashMap<>();
    for (MemoryUse use : engine.memory()) {
      details.put(use.table().text(), Map.of("bytes", use.bytes(), "budget", use.budget()));
    }
    return new ComponentHealth("memory", true, "", details);
  }

  private ComponentHealth rules() {
    String problem = engine.rules().problem();
    String sync = engine.syncProblem();
    String detail = "";
    if (problem != null) {
      detail = "degraded: " + problem;
    } else if (sync != null) {
      detail = "degraded: other nodes may have other rules: " + sync;
    }
    return new ComponentHealth(
        "rules",
        true,
        detail,
        Map.of(
            "rules",
            engine.rules().book().rules().size(),
            "file",
            engine.rules().file() == null ? "none" : String.valueOf(engine.rules().file())));
  }
}
