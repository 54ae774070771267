package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every database. A subclass provides one. */
abstract class DatabaseContract
    implements RulesContract,
        AdoptionContract,
        UsersContract,
        AuditContract,
        UsageContract,
        RetentionContract,
        NamesContract,
        FollowingContract,
        MigrationContract {
  static final Instant NOW = Instant.parse("2025-06-01T12:34:56.789Z");
  static final Change CHANGE = new Change("alice", NOW);

  private String url;
  private Database database;

  @BeforeEach
  void openDatabase() throws Exception {
    url = emptyUrl();
    database = Database.open(url);
  }

  @AfterEach
  void closeDatabase() {
    database.close();
  }

  @Override
  public Database database() {
    return database;
  }

  @Override
  public String url() {
    return url;
  }

  /** Returns the URL of a database with empty tables, or without tables. */
  String emptyUrl() throws Exception {
    return newUrl();
  }

  @Test
  void check_ofOpenDatabase_succeeds() {
    assertThatCode(database::check).doesNotThrowAnyException();
  }

  @Test
  void check_ofClosedDatabase_fails() {
    database.close();

    assertThatThrownBy(database::check)
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith("check database: ");
  }

  @Test
  void failedChange_namesTheOperation() {
    database.close();

    assertThatThrownBy(() -> database.rules().create("r", "{}", CHANGE))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith("create rule: ");
  }

  @Test
  void newDatabase_isEmpty() {
    assertThat(database.rules().all()).isEmpty();
    assertThat(database.rules().revision()).isZero();
    assertThat(database.users().tiers()).isEmpty();
    assertThat(database.users().overrides(Instant.MIN)).isEmpty();
    assertThat(database.audit().query(AuditQuery.newest(10))).isEmpty();
    for (Resolution resolution : Resolution.values()) {
      assertThat(database.usage().query(null, Instant.MIN, Instant.MAX, resolution, 10)).isEmpty();
    }
  }

  @Test
  void reopenedDatabase_stillHasEverything() {
    StoredOverride override =
        new StoredOverride("u", "r", List.of("5/1s"), NOW.plusSeconds(9), "alice", NOW);
    StoredRule rule = database.rules().create("r", "{}", CHANGE);
    database.users().putTier("u", "pro", CHANGE);
    database.users().putOverride(override);
    database.usage().add(NOW, List.of(new UsageCount("r", 1, 2, 3, 0)));
    List<StoredAuditEntry> audit = database.audit().query(AuditQuery.newest(10));

    database.close();
    try (Database again = Database.open(url())) {
      assertThat(again.rules().all()).containsExactly(rule);
      assertThat(again.rules().history("r")).hasSize(1);
      assertThat(again.rules().revision()).isEqualTo(1);
      assertThat(again.users().tiers()).containsOnly(Map.entry("u", "pro"));
      assertThat(again.users().overrides("u")).containsExactly(override);
      assertThat(again.audit().query(AuditQuery.newest(10))).hasSize(3).isEqualTo(audit);
      assertThat(again.usage().query("r", Instant.MIN, Instant.MAX, Resolution.HOUR, 10))
          .hasSize(1);
    }
  }

  @Test
  void open_repeatedly_changesNothing() {
    database.rules().create("r", "{}", CHANGE);

    for (int i = 0; i < 3; i++) {
      Database.open(url()).close();
    }

    assertThat(database.rules().revision()).isEqualTo(1);
  }

  @Test
  void listeningEndsWithTheDatabase_whetherItCanTellOrNot() {
    AtomicInteger told = new AtomicInteger();
    Database other = Database.open(url());
    ChangeNotice notice = other.onRuleChange(told::incrementAndGet);
    other.close();
    notice.close();
    int toldBefore = told.get();

    database.rules().create("r", "{}", CHANGE);

    assertThat(database.rules().find("r")).isPresent();
    assertThat(told).hasValue(toldBefore);
  }

  @Test
  void changes_madeThroughAnotherOpenDatabase_areSeen() {
    try (Database other = Database.open(url())) {
      other.rules().create("r", "{}", CHANGE);

      assertThat(database.rules().find("r")).isPresent();
      assertThat(database.rules().revision()).isEqualTo(1);
    }
  }
}
