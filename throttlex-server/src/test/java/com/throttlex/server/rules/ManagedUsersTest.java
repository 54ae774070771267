package com.throttlex.server.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.ThrottleX;
import com.throttlex.jdbc.Change;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.DatabaseException;
import com.throttlex.jdbc.StoredOverride;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import com.throttlex.test.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagedUsersTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final Change CHANGE = new Change("ada", NOW);
  private static final Rule RULE = Rule.builder("r").key("user").limits("5/1m").build();
  private static final Rule OTHER = Rule.builder("o").key("ip").limits("5/1m").build();

  @TempDir Path folder;
  private final ManualClock clock = new ManualClock(NOW);
  private Database database;
  private ThrottleX throttlex;
  private ManagedUsers users;

  @BeforeEach
  void open() {
    database = Database.open("jdbc:sqlite:" + folder.resolve("users.db"));
    restart(RULE, OTHER);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void restart(Rule... rules) {
    throttlex = ThrottleX.of(book(rules), new MemoryStore(), clock);
    users = ManagedUsers.open(database, throttlex, NOW);
  }

  private static RuleBook book(Rule... rules) {
    return RuleBook.of(List.of("free", "pro"), Fallback.ALLOW, List.of(rules));
  }

  private static StoredOverride override(String rule, String... limits) {
    return new StoredOverride(
        "u", rule, List.of(limits), NOW.plus(Duration.ofHours(1)), "ada", NOW);
  }

  private long limit() {
    return throttlex.check(RequestContext.ofUser("u")).limit();
  }

  @Test
  void tierAndOverride_afterARestart_applyAgain() {
    users.tier("u", "pro", CHANGE);
    users.override(override("r", "9/1m"));

    restart(RULE);

    assertThat(throttlex.tier("u")).isEqualTo("pro");
    assertThat(limit()).isEqualTo(9);
    assertThat(users.overrides("u", NOW)).hasSize(1);
    assertThat(users.overrides("u", NOW.plus(Duration.ofHours(1)))).isEmpty();
  }

  @Test
  void override_whenItsRuleReturns_appliesAgain() {
    users.override(override("r", "9/1m"));
    restart(OTHER);

    throttlex.rules(book(RULE, OTHER));
    assertThat(limit()).isEqualTo(5);
    users.reapply(NOW);

    assertThat(limit()).isEqualTo(9);
  }

  @Test
  void tier_thatIsUnknown_isNotStored() {
    assertThatThrownBy(() -> users.tier("u", "gold", CHANGE)).hasMessageContaining("gold");
    assertThat(database.users().tier("u")).isEmpty();
  }

  @Test
  void removedTierAndOverride_afterARestart_stayRemoved() {
    users.tier("u", "pro", CHANGE);
    users.override(override("r", "9/1m"));

    assertThat(users.removeTier("u", CHANGE)).isTrue();
    assertThat(users.removeTier("u", CHANGE)).isFalse();
    assertThat(users.removeOverride("u", "r", CHANGE)).isTrue();
    assertThat(users.removeOverride("u", "r", CHANGE)).isFalse();
    users.override(override("r", "9/1m"));
    assertThat(users.removeOverrides("u", CHANGE)).isEqualTo(1);
    assertThat(users.removeOverrides("u", CHANGE)).isZero();

    assertThat(limit()).isEqualTo(5);
    restart(RULE);
    assertThat(limit()).isEqualTo(5);
    assertThat(throttlex.tier("u")).isNull();
  }

  @Test
  void override_thatIsInvalid_isNeitherStoredNorApplied() {
    assertThatThrownBy(() -> users.override(override("x", "9/1m"))).hasMessageContaining("\"x\"");
    assertThatThrownBy(() -> users.override(override("o", "9/1m")))
        .hasMessageContaining("counts by user");
    assertThatThrownBy(() -> users.override(override("r", "9/1m", "often")))
        .hasMessageContaining("often");

    assertThat(users.overrides("u", NOW)).isEmpty();
    assertThat(limit()).isEqualTo(5);
  }

  @Test
  void override_whenTheDatabaseFails_leavesTheOldOne() {
    users.override(override("r", "9/1m"));
    database.close();

    assertThatThrownBy(() -> users.override(override("r", "7/1m")))
        .isInstanceOf(DatabaseException.class);

    assertThat(limit()).isEqualTo(9);
  }
}
