package com.throttlex.store;

/** The place where a decision is made when several nodes share a store. */
public enum Sync {
  /** In the shared store, every time. */
  STRICT,
  /** In this node, from units leased in chunks. */
  LEASED
}
