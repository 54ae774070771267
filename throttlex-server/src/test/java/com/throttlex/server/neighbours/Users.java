package com.throttlex.server.neighbours;

/**
 * The users of the good clients. Each is checked once, with a random cost, so that the remaining
 * units identify its answer.
 */
final class Users {
  static final int LIMIT = 1_000_000;

  static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: good, match: {endpoint: /good}, key: [user], limits: 1000000/1d, algorithm: fixed-window}
      """;

  private Users() {}

  static String body(String user, int cost) {
    return "{\"user\":\"" + user + "\",\"endpoint\":\"/good\",\"cost\":" + cost + "}";
  }

  static void requireRemaining(String door, long remaining, int cost) {
    if (remaining != LIMIT - cost) {
      throw new AssertionError(
          door + ": heard remaining " + remaining + " (expected: " + (LIMIT - cost) + ")");
    }
  }
}
