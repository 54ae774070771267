package com.throttlex.server.rules;

import com.throttlex.TimeSource;
import com.throttlex.jdbc.ChangeNotice;
import com.throttlex.jdbc.Database;
import org.jspecify.annotations.Nullable;

/**
 * Puts into force what other nodes change in a database that they share.
 *
 * <p>At once where the database tells of changes; everywhere its revisions are looked at about
 * twice a second. On one thread of its own.
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

  /** Begins; does not wait for the database. */
  public static RuleWatch start(
      Database database, ManagedRules rules, ManagedUsers users, TimeSource time) {
    return new RuleWatch(database, rules, users, time);
  }

  /** The question before keeps from waiting for those who change rules while it is away. */
  private void look() {
    poller.attempt(
        () -> {
          database.check();
          rules.reload();
          users.reload(time.now());
        });
  }

  /** Why the database could not be asked, or null when it could. */
  public @Nullable String problem() {
    return poller.problem();
  }

  @Override
  public void close() {
    notice.close();
    poller.end(() -> {});
  }
}
