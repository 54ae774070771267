package com.throttlex.server.rules;

import com.throttlex.TimeSource;
import com.throttlex.jdbc.ChangeNotice;
import com.throttlex.jdbc.Database;
import org.jspecify.annotations.Nullable;

/**
 * Puts changes of other nodes in a shared database into force.
 *
 * <p>At once if the database can notify; in any case it polls the revisions about twice a second.
 * All on one thread.
 */
public final class RuleWatch implements AutoCloseable {
  private final Database database;
  private final ManagedRules rules;
  private final ManagedUsers users;
  private final TimeSource time;
  private final RulePoller poller = new RulePoller("polling the database", 0);
  private final ChangeNotice notice;

  private RuleWatch(Database database, ManagedRules rules, ManagedUsers users, TimeSource time) {
    this.rules = rules;
    this.users = users;
    this.time = time;
    this.database = database;
    poller.start(this::look);
    notice = database.onRuleChange(() -> poller.execute(this::look));
  }

  /** Starts to poll, and does not wait for the database. */
  public static RuleWatch start(
      Database database, ManagedRules rules, ManagedUsers users, TimeSource time) {
    return new RuleWatch(database, rules, users, time);
  }

  /**
   * Checks the database before it takes the lock, so that changes do not wait while the database is
   * unavailable.
   */
  private void look() {
    poller.attempt(
        () -> {
          database.check();
          rules.reload();
          users.reload(time.now());
        });
  }

  /** Returns why the last poll failed, or null if it did not. */
  public @Nullable String problem() {
    return poller.problem();
  }

  @Override
  public void close() {
    notice.close();
    poller.end(() -> {});
  }
}
