package com.throttlex.redis;

import com.throttlex.tck.servers.RedisServer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All keys of the servers.
 *
 * <p>A key that is read for the first time gets a time to live that no script sets. So a later
 * write is visible, even of the same value.
 */
final class KeptKeys {
  private static final long MARK_MILLIS = 1_000_000_000;

  private final Set<String> marked = new HashSet<>();

  String read(List<RedisServer> servers) {
    Map<String, String> kept = new TreeMap<>();
    for (RedisServer server : servers) {
      for (Object key : (List<?>) server.command("KEYS", "*")) {
        String name = (String) key;
        kept.put(name, value(server, name) + (isUntouched(server, name) ? "" : " written anew"));
      }
    }
    return kept.toString();
  }

  private static String value(RedisServer server, String key) {
    boolean isLog = "list".equals(server.command("TYPE", key));
    return String.valueOf(
        isLog ? server.command("LRANGE", key, "0", "-1") : server.command("GET", key));
  }

  private boolean isUntouched(RedisServer server, String key) {
    if (marked.add(key)) {
      server.command("PEXPIRE", key, Long.toString(MARK_MILLIS));
    }
    return (Long) server.command("PTTL", key) > MARK_MILLIS / 2;
  }
}
