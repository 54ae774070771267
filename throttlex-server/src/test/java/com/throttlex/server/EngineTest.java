package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.DecisionListener;
import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.StoredOverride;
import com.throttlex.request.RequestContext;
import com.throttlex.server.backend.Backend;
import com.throttlex.server.backend.BackendSettings;
import com.throttlex.shared.BreakerSettings;
import com.throttlex.store.MemoryBudget;
import com.throttlex.tck.MachineTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine, while file and database change. */
class EngineTest {
  private static final MemoryBudget MEMORY = MemoryBudget.ofThisProcess();

  private static final String NONE = "version: 1\ndefault-rule: none\nrules: []\n";
  private static final String ONE =
      """
      version: 1
      default-rule: none
      rules:
        - {id: r, key: [user], limits: 5/1d}
      """;

  @TempDir Path folder;

  private String url() {
    return "jdbc:sqlite:" + folder.resolve("engine.db");
  }

  private void sql(String text) throws Exception {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  private Engine engine(Path rules) {
    TimeSource time = new SystemTime();
    MeterRegistry registry = new SimpleMeterRegistry();
    Backend backend =
        Backend.open(
            new BackendSettings(
                List.of("memory:"),
                Map.of(),
                Duration.ofSeconds(1),
                false,
                1,
                BreakerSettings.DEFAULT,
                1000,
                MEMORY),
            registry,
            time);
    return new Engine(
        Database.open(url()),
        backend,
        rules,
        time,
        registry,
        MEMORY,
        null,
        DecisionListener.NONE,
        null);
  }

  private static long limit(Engine engine) {
    return engine.throttlex().check(RequestContext.ofUser("u")).limit();
  }

  @Test
  void newRules_withoutTheDatabase_applyAtOnceAndOverridesFollowLater() throws Exception {
    Path rules = Files.writeString(folder.resolve("rules.yml"), ONE);
    try (Engine engine = engine(rules)) {
      engine
          .users()
          .override(
              new StoredOverride(
                  "u",
                  "r",
                  List.of("9/1d"),
                  engine.now().plus(Duration.ofDays(1)),
                  "a",
                  engine.now()));
      assertThat(limit(engine)).isEqualTo(9);
    }
    Files.writeString(rules, NONE);
    try (Engine engine = engine(rules)) {
      assertThat(limit(engine)).isEqualTo(-1);
      sql("alter table throttlex_override rename to lost");
      Files.writeString(rules, ONE);
      engine.keep();
      assertThat(limit(engine)).isEqualTo(5);
      engine.keep();
      sql("alter table lost rename to throttlex_override");
      engine.keep();
      assertThat(limit(engine)).isEqualTo(9);
    }
  }

  @Test
  void heartbeat_whileAnotherProgramHoldsTheDatabase_doesNotWaitForIt() throws Exception {
    Path rules = Files.writeString(folder.resolve("rules.yml"), ONE);
    try (Engine engine = engine(rules);
        Connection other = DriverManager.getConnection(url());
        Statement statement = other.createStatement()) {
      statement.execute("begin exclusive");
      for (int i = 0; i < 6; i++) {
        engine.throttlex().check(RequestContext.ofUser("throttled"));
      }
      CompletableFuture<Void> keeping = CompletableFuture.runAsync(engine::keep);
      assertThat(MachineTime.of(engine::tick)).as("milliseconds").isLessThan(3_000);
      keeping.join();
      assertThat(engine.databaseProblem()).contains("locked by another program");
      statement.execute("rollback");
      engine.keep();
      assertThat(engine.databaseProblem()).isNull();
    }
  }
}
