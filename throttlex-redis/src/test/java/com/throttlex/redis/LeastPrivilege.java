package com.throttlex.redis;

import com.throttlex.tck.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The Redis user that the manual recommends: it may do what is needed and no more. */
final class LeastPrivilege {
  static final String PASSWORD = "s3cret-Pass";

  /** After {@code ACL SETUSER throttlex}, in the words of Redis. */
  static final String RULES =
      "reset on >"
          + PASSWORD
          + " ~rl:* ~rlx:* ~rl-again:* ~rl-held:* ~rule:book ~throttlex:*"
          + " resetchannels &throttlex:rules"
          + " +@string +@list +@hash +@sortedset +@stream +@connection -@dangerous"
          + " +exists +del +pexpire +pttl +time +eval +evalsha +publish +subscribe +info";

  /** What is needed besides in a Cluster. */
  static final String CLUSTER_RULES = " +cluster|nodes +cluster|myid +asking";

  private LeastPrivilege() {}

  static void grant(RedisServer server, String rules) {
    List<String> words = new ArrayList<>(List.of("ACL", "SETUSER", "throttlex"));
    words.addAll(List.of(rules.split(" ", -1)));
    server.command(words.toArray(String[]::new));
  }

  /** The commands that the rules allow, by the server's own list of what is in a category. */
  static Set<String> allowed(RedisServer server) {
    Set<String> allowed = new TreeSet<>();
    for (String rule : RULES.split(" ", -1)) {
      if (rule.startsWith("+@")) {
        allowed.addAll(category(server, rule.substring(2)));
      } else if (rule.startsWith("-@")) {
        allowed.removeAll(category(server, rule.substring(2)));
      } else if (rule.startsWith("+")) {
        allowed.add(rule.substring(1));
      }
    }
    return allowed;
  }

  /** Of a command with parts, Redis 7 names the parts. */
  private static Set<String> category(RedisServer server, String name) {
    return ((List<?>) server.command("ACL", "CAT", name))
        .stream()
            .map(command -> command.toString().replaceAll("\\|.*", ""))
            .collect(Collectors.toSet());
  }

  /** What Redis refused, but for a client's way to say which it is, which Redis 7.2 has first. */
  static List<?> refused(RedisServer server) {
    return ((List<?>) server.command("ACL", "LOG"))
        .stream().filter(entry -> !entry.toString().contains("object, client")).toList();
  }

  /** The URL with the user and that password. */
  static String url(String url, String password) {
    return url.replace("://", "://throttlex:" + password + "@");
  }
}
