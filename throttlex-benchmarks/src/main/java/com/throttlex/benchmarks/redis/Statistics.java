package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.store.Work;
import com.throttlex.tck.servers.RedisServer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The statistics of Redis.
 *
 * @param calls how often each command was executed, also from scripts
 * @param cpuSeconds the processor time that it has used
 */
record Statistics(Map<String, Long> calls, double cpuSeconds) {
  private static final String COMMAND = "cmdstat_";

  static Statistics of(RedisServer redis) {
    return of(info(redis, "commandstats") + info(redis, "cpu"));
  }

  /** Returns the version of that Redis. */
  static String version(RedisServer redis) {
    return value(info(redis, "server"), "redis_version");
  }

  private static String info(RedisServer redis, String section) {
    return String.valueOf(redis.command("INFO", section));
  }

  static Statistics of(String info) {
    Map<String, Long> calls = new HashMap<>();
    info.lines()
        .filter(line -> line.startsWith(COMMAND))
        .forEach(
            line ->
                calls.put(
                    line.substring(COMMAND.length(), line.indexOf(':')),
                    Long.parseLong(line.replaceFirst(".*:calls=(\\d+),.*", "$1"))));
    double seconds =
        Double.parseDouble(value(info, "used_cpu_user"))
            + Double.parseDouble(value(info, "used_cpu_sys"));
    return new Statistics(calls, seconds);
  }

  private static String value(String info, String name) {
    return info.lines()
        .filter(line -> line.startsWith(name + ":"))
        .findFirst()
        .map(line -> line.substring(name.length() + 1).trim())
        .orElseThrow(() -> new IllegalStateException("INFO: no " + name + " (expected: one)"));
  }

  /** Returns the work so far; only these commands count. */
  Work work(Set<String> commands) {
    long counted = commands.stream().mapToLong(command -> calls.getOrDefault(command, 0L)).sum();
    return new Work(counted, cpuSeconds * 1_000_000);
  }
}
