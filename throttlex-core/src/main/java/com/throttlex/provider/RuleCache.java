package com.throttlex.provider;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The place between the databases and the rule books of the nodes: what each node has newest, for
 * all others to take.
 *
 * <p>It keeps texts and does not look into them. Of two entries with one id, the one of the higher
 * rank is kept, in whatever order they come. It may lose everything at any time: the nodes have it.
 */
public interface RuleCache {
  /**
   * Something kept.
   *
   * @param id what it is about; other than {@code revision}
   * @param rank decides which entry stays; hexadecimal digits, of the same number in all entries
   * @param text what it says
   */
  record Entry(String id, String rank, String text) {}

  /**
   * Says that an entry was replaced.
   *
   * @param before the revision before that
   * @param revision the revision since
   */
  record Notice(String id, String before, String revision) {}

  /**
   * Keeps those entries that rank above what is kept, and tells all who listen. Also of no entries
   * at all: who offers now and then makes what is kept live on.
   */
  CompletionStage<Void> offer(List<Entry> entries);

  /** The entries of these ids, as far as there are any. */
  CompletionStage<List<Entry>> find(List<String> ids);

  /** All entries. */
  CompletionStage<List<Entry>> all();

  /** Deletes entries, except those that were replaced meanwhile; nobody is told. */
  CompletionStage<Void> forget(List<Entry> entries);

  /**
   * Another text after every replacement, and after a loss empty until something is offered, be it
   * nothing.
   */
  CompletionStage<String> revision();

  /**
   * Listens for replacements.
   *
   * @param heard takes every notice, on a thread that must not be held up
   * @param connected is run each time listening begins: notices before were not heard
   */
  void listen(Consumer<Notice> heard, Runnable connected);
}
