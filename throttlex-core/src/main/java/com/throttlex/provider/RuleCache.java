package com.throttlex.provider;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The rule cache of a shared store: the newest changes of each node, for nodes with their own
 * databases.
 *
 * <p>It keeps texts and does not parse them. Of two entries with one id, it keeps the one with the
 * higher rank, in whatever order they come. It may lose everything at any time, because the nodes
 * have it too.
 */
public interface RuleCache {
  /**
   * An entry of the cache.
   *
   * @param id the name of the entry; not {@code revision}, {@code parts} or {@code writing}
   * @param rank decides which entry is kept; hexadecimal digits, of the same number in all entries
   * @param text the content
   */
  record Entry(String id, String rank, String text) {}

  /**
   * All entries.
   *
   * @param isWhole whether no change of many entries was being stored meanwhile, of which these may
   *     contain a part
   */
  record Content(List<Entry> entries, boolean isWhole) {}

  /**
   * A notice that an entry was replaced.
   *
   * @param id the name of the entry
   * @param before the revision before the change; {@link #MANY} if many entries were replaced
   * @param revision the revision after the change
   */
  record Notice(String id, String before, String revision) {
    /** Stands for the revision before a change of many entries. */
    public static final String MANY = "-";

    /** Returns whether many entries were replaced as one change. */
    public boolean isOfMany() {
      return before.equals(MANY);
    }
  }

  /**
   * Keeps the entries that rank above the existing ones, and notifies all listeners: of each entry,
   * or once if there are many. A call with an empty list is useful too: a regular call keeps the
   * cache from expiring.
   */
  CompletionStage<Void> offer(List<Entry> entries);

  /** Returns the entries of these ids that exist. */
  CompletionStage<List<Entry>> find(List<String> ids);

  /** Returns all entries. */
  CompletionStage<Content> all();

  /** Deletes entries, except those that were replaced meanwhile. Listeners are not notified. */
  CompletionStage<Void> forget(List<Entry> entries);

  /**
   * Returns a text that changes after every replacement. After a loss it is empty until the next
   * {@link #offer}, even one of an empty list.
   */
  CompletionStage<String> revision();

  /**
   * Listens for replacements.
   *
   * @param heard takes every notice, on a thread that must not be blocked
   * @param connected runs each time listening starts; notices from before were missed
   */
  void listen(Consumer<Notice> heard, Runnable connected);
}
