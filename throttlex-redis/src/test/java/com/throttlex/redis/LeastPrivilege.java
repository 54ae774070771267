package com.throttlex.redis;

import com.throttlex.tck.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The Redis user that the manual recommends, with only the necessary permissions. */
final class LeastPrivilege {
  static final String PASSWORD = "s3cret-Pass";

  /** The rules after {@code ACL SETUSER throttlex}, in the syntax of Redis. */
  static final String RULES =
      "reset on >"
          + PASSWORD
          + " ~rl:* ~rlx:* ~rl-again:* ~rl-held:* ~rule:book ~throttlex:*"
          + " resetchannels &throttlex:rules"
          + " +@string +@list +@hash +@sortedset +@stream +@connection -@dangerous"
          + " +exists +del +pexpire +pttl +time +eval +evalsha +publish +subscribe +info";

  /** The additional rules in a Cluster. */
  static final String CLUSTER_RULES = " +cluster|nodes +cluster|myid +asking";

  private LeastPrivilege() {}

  static void grant(RedisServer server, String rules) {
    List<String> words = new ArrayList<>(List.of("ACL", "SETUSER", "throttlex"));
    words.addAll(List.of(rules.split(" ", -1)));
    server.command(words.toArray(String[]::new));
  }

  /** Returns the commands that the rules allow, by the server's own list of each category. */
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

  /** Returns the commands of a category; Redis 7 lists subcommands, which are cut off. */
  private static Set<String> category(RedisServer server, String name) {
    return ((List<?>) server.command("ACL", "CAT", name))
        .stream()
            .map(command -> command.toString().replaceAll("\\|.*", ""))
            .collect(Collectors.toSet());
  }

  /** Returns the denied commands, except the client's identification, which only Redis 7.2 has. */
  static List<?> refused(RedisServer server) {
    return ((List<?>) server.command("ACL", "LOG"))
        .stream().filter(entry -> !entry.toString().contains("object, client")).toList();
  }

  /** Returns the URL with the user and that password. */
  static String url(String url, String password) {
    return url.replace("://", "://throttlex:" + password + "@");
  }
}
