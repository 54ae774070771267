package com.throttlex.server.insight;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.adaptive.AdaptiveMode;
import com.throttlex.adaptive.Adjustment;
import com.throttlex.adaptive.Health;
import com.throttlex.adaptive.Signal;
import com.throttlex.jdbc.AuditEntry;
import com.throttlex.jdbc.AuditQuery;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.Resolution;
import com.throttlex.jdbc.StoredAuditEntry;
import com.throttlex.jdbc.Usage;
import com.throttlex.jdbc.UsageCount;
import com.throttlex.micrometer.DecisionMetrics;
import com.throttlex.server.admin.UnwrittenUsage;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records in a real database, and when they are written. */
class RecordsTest {
  private static final Instant MINUTE = Lab.START.truncatedTo(ChronoUnit.MINUTES);
  private static final Instant HOUR = Lab.START.truncatedTo(ChronoUnit.HOURS);

  @TempDir Path folder;
  private final DecisionMetrics metrics = new DecisionMetrics(new SimpleMeterRegistry());
  private final ThrottledUsers throttled = new ThrottledUsers();
  private final Lab lab = new Lab(metrics.and(throttled));
  private final MovedLimits moved = new MovedLimits(lab);
  private final QueueUse queueUse = new QueueUse(lab);
  private Database database;
  private Records records;

  @BeforeEach
  void open() {
    database = Database.open(url());
    records = new Records(database, metrics, throttled, moved, queueUse, Lab.START);
  }

  private String url() {
    return "jdbc:sqlite:" + folder.resolve("test.db");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private List<Usage> usage(Resolution resolution) {
    return database.usage().query(null, HOUR, HOUR.plus(Duration.ofDays(1)), resolution, 100);
  }

  private List<AuditEntry> audit() {
    return database.audit().query(AuditQuery.newest(100)).stream()
        .map(StoredAuditEntry::entry)
        .toList();
  }

  @Test
  void usage_isWrittenWhenItsMinuteIsOver() {
    lab.checks(3, "u", "/one");
    lab.checks(4, "u", "/shadow");
    records.write(lab.pass(Duration.ofSeconds(29)));
    assertThat(usage(Resolution.MINUTE)).isEmpty();
    records.write(lab.pass(Duration.ofSeconds(1)));
    assertThat(usage(Resolution.MINUTE))
        .containsExactly(
            new Usage(MINUTE, "one", 1, 2, 0, 0), new Usage(MINUTE, "shadow", 4, 0, 3, 0));
    assertThat(usage(Resolution.HOUR))
        .containsExactly(new Usage(HOUR, "one", 1, 2, 0, 0), new Usage(HOUR, "shadow", 4, 0, 3, 0));
  }

  @Test
  void usage_ofLaterMinutes_isAddedUpInTheHour() {
    lab.checks(3, "u", "/one");
    records.write(lab.pass(Duration.ofMinutes(1)));
    lab.checks(2, "u", "/one");
    records.write(lab.pass(Duration.ofMinutes(1)));
    records.write(lab.pass(Duration.ofMinutes(1)));
    assertThat(usage(Resolution.MINUTE))
        .containsExactly(
            new Usage(MINUTE, "one", 1, 2, 0, 0),
            new Usage(MINUTE.plusSeconds(60), "one", 0, 2, 0, 0));
    assertThat(usage(Resolution.HOUR)).containsExactly(new Usage(HOUR, "one", 1, 4, 0, 0));
  }

  @Test
  void decisionsOfTheRunningMinute_areUnwrittenUntilItIsOver() {
    UnwrittenUsage before = records.unwritten();
    lab.checks(3, "u", "/one");
    UnwrittenUsage first = records.unwritten();
    assertThat(before).isEqualTo(new UnwrittenUsage(MINUTE, List.of(), 0));
    assertThat(first)
        .isEqualTo(new UnwrittenUsage(MINUTE, List.of(new UsageCount("one", 1, 2, 0, 0)), 0));
    records.write(lab.pass(Duration.ofMinutes(1)));
    assertThat(records.unwritten())
        .isEqualTo(new UnwrittenUsage(MINUTE.plusSeconds(60), List.of(), 1));
    lab.checks(1, "u", "/one");
    assertThat(records.unwritten().counts()).containsExactly(new UsageCount("one", 0, 1, 0, 0));
  }

  @Test
  void flush_writesWhatIsPending() {
    lab.checks(2, "u", "/one");
    records.flush();
    records.flush();
    assertThat(usage(Resolution.MINUTE)).containsExactly(new Usage(MINUTE, "one", 1, 1, 0, 0));
    assertThat(audit()).extracting(AuditEntry::user).containsExactly("u");
  }

  @Test
  void throttledUsers_areWrittenAtOnce() {
    lab.checks(2, "u", "/one");
    records.write(lab.now());
    assertThat(audit())
        .containsExactly(
            new AuditEntry(Lab.START, "throttlex", "throttled", "one", "u", "limit 1 used up"));
  }

  private static Adjustment adjustment(AdaptiveMode mode) {
    Map<Signal, Double> parts = Map.of(Signal.CPU, 0.25);
    return new Adjustment(
        "r", 100, 50, mode, "cut: why", new Health(0.25, 1, parts), Map.of("error", -0.5));
  }

  @Test
  void movedLimitsAreWrittenWithTheNumbersBehindThem_unlessSomebodyFixedThem() {
    moved.accept(adjustment(AdaptiveMode.AUTO));
    moved.accept(adjustment(AdaptiveMode.FIXED));
    records.write(lab.now());
    records.write(lab.now());
    String detail = "100 -> 50; cut: why; confidence 1.000, error -0.500, health 0.250";
    assertThat(audit())
        .containsExactly(new AuditEntry(Lab.START, "adaptive", "limit-moved", "r", null, detail));
  }

  @Test
  void movedLimitsAreKeptForADatabaseThatComesBack_asFarAsThereIsRoom() {
    sql("alter table throttlex_audit rename to lost_audit");
    for (int i = 0; i < MovedLimits.MOST + 7; i++) {
      moved.accept(adjustment(AdaptiveMode.AUTO));
    }
    records.write(lab.now());
    assertThat(records.problem()).isNotNull();
    assertThat(moved.lost()).isEqualTo(7);
    sql("alter table lost_audit rename to throttlex_audit");
    records.write(lab.now());
    assertThat(database.audit().query(AuditQuery.newest(20_000))).hasSize(MovedLimits.MOST);
    moved.accept(adjustment(AdaptiveMode.AUTO));
    assertThat(moved.lost()).isEqualTo(7);
  }

  private void sql(String... statements) {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void records_whileTheDatabaseFails_areKeptUntilItWorksAgain() {
    sql(
        "alter table throttlex_audit rename to lost_audit",
        "alter table throttlex_usage_history rename to lost_usage");
    lab.checks(3, "u", "/one");
    records.write(lab.pass(Duration.ofMinutes(1)));
    assertThat(records.problem()).isNotNull();
    lab.checks(2, "v", "/one");
    records.write(lab.pass(Duration.ofMinutes(1)));
    assertThat(records.problem()).isNotNull();
    sql(
        "alter table lost_audit rename to throttlex_audit",
        "alter table lost_usage rename to throttlex_usage_history");
    records.write(lab.now());
    assertThat(records.problem()).isNull();
    assertThat(audit()).extracting(AuditEntry::user).containsExactlyInAnyOrder("u", "v");
    assertThat(usage(Resolution.HOUR)).containsExactly(new Usage(HOUR, "one", 2, 3, 0, 0));
  }

  @Test
  void write_withAClosedDatabase_isAProblemAndNoException() {
    database.close();
    lab.checks(2, "u", "/one");
    records.write(lab.pass(Duration.ofMinutes(1)));
    assertThat(records.problem()).isNotEmpty();
    records.flush();
  }

  @Test
  void oldRecords_areDeletedOnceAnHour() {
    Instant old = Lab.START.minus(Duration.ofDays(91));
    AuditEntry ancient = new AuditEntry(old, "a", "b", "c", "u", "d");
    database.audit().append(List.of(ancient));
    database.usage().add(old, List.of(new UsageCount("one", 1, 1, 1, 0)));
    records.write(lab.now());
    assertThat(audit()).isEmpty();
    Instant from = old.minusSeconds(7200);
    assertThat(database.usage().query(null, from, Lab.START, Resolution.MINUTE, 9)).isEmpty();
    assertThat(database.usage().query(null, from, Lab.START, Resolution.HOUR, 9)).hasSize(1);
    database.audit().append(List.of(ancient));
    records.write(lab.pass(Duration.ofMinutes(59)));
    assertThat(audit()).hasSize(1);
    records.write(lab.pass(Duration.ofMinutes(1)));
    assertThat(audit()).isEmpty();
  }
}
