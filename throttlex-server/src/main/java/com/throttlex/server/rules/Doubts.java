package com.throttlex.server.rules;

import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.DatabaseException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Changes whose commit is in doubt, because the database failed during it. The client gets that
 * answer, and the rules in force follow the database later.
 *
 * @param <T> identifies the changed object
 */
final class Doubts<T> {
  private final Database database;
  private final Set<T> open = ConcurrentHashMap.newKeySet();

  Doubts(Database database) {
    this.database = database;
  }

  /** Makes a change, and remembers its target when the commit is in doubt. */
  <R> R write(T target, Supplier<R> change) {
    return write(List.of(target), change);
  }

  /** Makes a change of several targets, and remembers all of them when the commit is in doubt. */
  <R> R write(List<T> targets, Supplier<R> change) {
    try {
      return change.get();
    } catch (DatabaseException e) {
      if (e.isInDoubt()) {
        open.addAll(targets);
      }
      throw e;
    }
  }

  /**
   * Resolves all changes in doubt, if there are any.
   *
   * @param reload reloads from the database
   * @param changed receives each target that may have changed
   * @throws DatabaseException when the database is still failing; the doubts stay
   */
  void settle(Runnable reload, Consumer<T> changed) {
    Set<T> settled = Set.copyOf(open);
    if (!settled.isEmpty()) {
      // A server may still commit a change that it got before the connection broke.
      database.checkWrites();
      reload.run();
      open.removeAll(settled);
      settled.forEach(changed);
    }
  }
}
