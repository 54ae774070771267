package com.throttlex.shared;

/** The nodes that share a store. */
@FunctionalInterface
public interface Nodes {
  /** A single node without others. */
  Nodes ALONE = () -> 1;

  /**
   * Returns how many nodes were alive at the last answer of the store, this one included; at least
   * 1.
   */
  int live();

  /**
   * Removes this node from the store if the store is available; called before the store is closed.
   */
  default void leave() {}
}
