package com.throttlex.redis;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The eviction policy of a server whose memory is full: eviction of keys resets counters. */
final class EvictionPolicy {
  private static final Pattern POLICY = Pattern.compile("maxmemory_policy:([a-z-]+)");

  private EvictionPolicy() {}

  /** Returns warnings about the answer to {@code INFO memory}; empty if there is no problem. */
  static List<String> warnings(@Nullable String info, @Nullable Throwable failure) {
    if (failure != null && RedisFailures.isForbidden(failure)) {
      return List.of("maxmemory-policy: unknown (expected: noeviction; INFO is not permitted)");
    } else if (failure != null || info == null) {
      throw new CompletionException(failure);
    }
    Matcher policy = POLICY.matcher(info);
    boolean keeps = !policy.find() || policy.group(1).equals("noeviction");
    return keeps
        ? List.of()
        : List.of(
            "maxmemory-policy: "
                + policy.group(1)
                + " (expected: noeviction, because an eviction resets a limit)");
  }
}
