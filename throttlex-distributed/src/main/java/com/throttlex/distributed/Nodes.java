package com.throttlex.distributed;

/** The nodes that share a store. */
@FunctionalInterface
public interface Nodes {
  /** No other node. */
  Nodes ALONE = () -> 1;

  /** How many were alive when the store could last be asked, this one included; at least 1. */
  int live();

  /** Says farewell to the others, if the store can be reached; before the store is closed. */
  default void leave() {}
}
