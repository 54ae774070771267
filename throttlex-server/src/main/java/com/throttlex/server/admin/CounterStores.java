package com.throttlex.server.admin;

import com.throttlex.shared.placement.MoveStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** The stores of counters, and the moves between them. */
public interface CounterStores {
  /**
   * A store.
   *
   * @param name its name in rules
   * @param kind such as {@code redis}
   * @param problem why it fails; empty if it does not
   * @param rules how many rules have their counters there
   * @param details texts, numbers and booleans for programs
   */
  record CounterStore(
      String name, String kind, String problem, long rules, Map<String, Object> details) {}

  /** Returns all stores, the default store first. */
  List<CounterStore> stores();

  /** Returns the moves in progress. */
  List<MoveStatus> moves();

  /**
   * Returns the name of a store.
   *
   * @param field the field of the request, for the message
   * @param nameOrUrl the name, or the URL as in the configuration
   * @throws IllegalArgumentException if there is no such store
   */
  String name(String field, String nameOrUrl);

  /**
   * Begins to move all counters of one store to another, given their names.
   *
   * @return completes when the move is planned
   * @throws IllegalArgumentException if there is no other store
   * @throws IllegalStateException if a store fails
   */
  CompletionStage<Void> move(String from, String to);
}
