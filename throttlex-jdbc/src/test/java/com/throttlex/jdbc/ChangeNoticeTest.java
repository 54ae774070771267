package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static com.throttlex.jdbc.DatabaseContract.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import com.throttlex.tck.servers.PostgresServer;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PostgreSQL tells of changes that another node has made. */
@Timeout(60)
class ChangeNoticeTest {
  private static final String LISTENERS =
      "select count(*) from pg_stat_activity where datname = current_database()"
          + " and pid <> pg_backend_pid()";

  private final String url = PostgresServer.shared().newDatabase();
  private final Semaphore told = new Semaphore(0);
  private Database node;
  private Database other;

  @BeforeEach
  void open() {
    node = Database.open(url);
    other = Database.open(url);
  }

  @AfterEach
  void close() {
    node.close();
    other.close();
  }

  private void assertTold() throws InterruptedException {
    assertThat(told.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void listener_isNotifiedOfRuleTierAndOverrideChanges() throws Exception {
    node.onRuleChange(told::release);
    assertTold();

    other.rules().create("r", "{}", CHANGE);
    assertTold();
    other.users().putTier("u", "pro", CHANGE);
    assertTold();
    other
        .users()
        .putOverride(new StoredOverride("u", "r", List.of("1/1s"), NOW.plusSeconds(9), "a", NOW));
    assertTold();
    assertThat(node.users().overrides("u")).hasSize(1);
  }

  @Test
  void listener_thatFailed_isNotifiedAgain() throws Exception {
    node.onRuleChange(
        () -> {
          told.release();
          throw new IllegalStateException("a listener that fails");
        });
    assertTold();

    other.rules().create("r", "{}", CHANGE);
    assertTold();
  }

  @Test
  void closedNotice_releasesItsConnection() throws Exception {
    other.close();
    ChangeNotice notice = node.onRuleChange(told::release);
    assertTold();
    notice.close();
    node.close();

    Await.until("no connection left", () -> Sql.ask(url, LISTENERS).equals(List.of("0")));
  }
}
