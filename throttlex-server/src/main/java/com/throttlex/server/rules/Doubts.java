package com.throttlex.server.rules;

import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.DatabaseException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Changes of which nobody knows whether they are made, because the database failed during the
 * commit. They are answered as such, and what is in force follows the database later.
 *
 * @param <T> what tells one thing that is changed from another
 */
final class Doubts<T> {
  private final Database database;
  private final Set<T> open = ConcurrentHashMap.newKeySet();

  Doubts(Database database) {
    this.database = database;
  }

  /** Makes a change, and remembers its target when the change is in doubt. */
  <R> R write(T target, Supplier<R> change) {
    return write(List.of(target), change);
  }

  /** Makes a change of several targets, and remembers all of them when it is in doubt. */
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
   * Settles all changes in doubt, if there are any.
   *
   * @param reload puts into force what the database says
   * @param changed takes what may have changed
   * @throws DatabaseException when the database does not work yet; the doubts stay
   */
  void settle(Runnable reload, Consumer<T> changed) {
    Set<T> settled = Set.copyOf(open);
    if (!settled.isEmpty()) {
      // A server may still be about to commit what it got before the connection broke.
      database.checkWrites();
      reload.run();
      open.removeAll(settled);
      settled.forEach(changed);
    }
  }
}
