package com.throttlex.provider;

import java.util.concurrent.CompletionStage;

/** The heartbeat of this node in a store, by which the nodes that share the store are counted. */
public interface Heartbeat {
  /** Registers this node for some seconds, and counts the nodes; to be called every second. */
  CompletionStage<?> beat();

  /** Returns how many nodes were counted last, this one included; at least 1. */
  int live();

  /** Removes this node, so that the others need not wait until its heartbeat expires. */
  CompletionStage<?> leave();
}
