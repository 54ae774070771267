package com.throttlex.server.admin;

/**
 * The number of requests of a key by outcome.
 *
 * @param key the printed key
 * @param rule the id of its rule
 * @param shadowDenied requests that the rule, in shadow mode, would have denied
 */
public record TopKey(String key, String rule, long allowed, long denied, long shadowDenied) {
  /** The number of requests. */
  public long requests() {
    return allowed + denied + shadowDenied;
  }
}
