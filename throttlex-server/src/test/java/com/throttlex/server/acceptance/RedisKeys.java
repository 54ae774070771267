package com.throttlex.server.acceptance;

import com.throttlex.tck.servers.RedisServer;
import java.util.List;

/** The keys of a Redis server, as redis-cli shows them. */
record RedisKeys(RedisServer redis) {
  /** Returns the keys that match a pattern. */
  List<String> matching(String pattern) {
    return ((List<?>) redis.command("KEYS", pattern)).stream().map(String::valueOf).toList();
  }

  /** Returns the milliseconds until a key expires; negative if it never does. */
  long expiresInMillis(String key) {
    return (Long) redis.command("PTTL", key);
  }

  /** Returns how often a command has been called. */
  long calls(String command) {
    return statistic("commandstats", "cmdstat_" + command + ":calls=");
  }

  /** Returns how often the server has read from its connections. */
  long reads() {
    return statistic("stats", "total_reads_processed:");
  }

  private long statistic(String section, String name) {
    return String.valueOf(redis.command("INFO", section))
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.substring(name.length()).split(",", 2)[0].strip()))
        .sum();
  }
}
