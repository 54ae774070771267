package com.throttlex.redis;

import static com.throttlex.redis.QueueLab.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.tck.servers.RedisCluster;
import com.throttlex.tck.servers.RedisServer;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LeastPrivilegeTest {
  private static final String OPTIONS = "?timeout=10s";
  private static final Pattern CALL = Pattern.compile("call\\('([A-Z]+)'");

  private static String url(String url) {
    return LeastPrivilege.url(url, LeastPrivilege.PASSWORD) + OPTIONS;
  }

  @Test
  void user_ofLeastPrivilege_canDoAllThatIsNeeded() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      LeastPrivilege.grant(server, LeastPrivilege.RULES);
      try (Redis redis = Connected.to(url(server.url()))) {
        EveryUse.of(redis);
      }
      assertThat(LeastPrivilege.refused(server)).as("what was refused").isEmpty();
    }
  }

  @Test
  void user_ofLeastPrivilege_canDoNothingElse() {
    try (RedisServer server = RedisServer.start()) {
      LeastPrivilege.grant(server, LeastPrivilege.RULES);
      try (Redis redis = Connected.to(url(server.url()))) {
        forbidden(redis, to -> to.flushall());
        forbidden(redis, to -> to.flushdb());
        forbidden(redis, to -> to.keys("*"));
        forbidden(redis, to -> to.scan());
        forbidden(redis, to -> to.configGet("*"));
        forbidden(redis, to -> to.aclList());
        forbidden(redis, to -> to.clientList());
        forbidden(redis, to -> to.scriptFlush());
        forbidden(redis, to -> to.sort("rl:a"));
        forbidden(redis, to -> to.get("session:1"));
        forbidden(redis, to -> to.set("rule", "x"));
        forbidden(redis, to -> to.publish("throttlex:other", "x"));
        String own = get(redis.ask(to -> to.get("rl:a")));
        assertThat(own).isNull();
      }
    }
  }

  private static void forbidden(
      Redis redis,
      Function<RedisClusterAsyncCommands<String, String>, CompletionStage<?>> question) {
    assertThatThrownBy(() -> get(redis.ask(to -> question.apply(to).thenApply(done -> true))))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("NOPERM");
  }

  @Test
  void commands_ofAllScripts_areAllowed() throws Exception {
    Set<String> used = new TreeSet<>();
    Path folder = Path.of(Redis.class.getResource("decide.lua").toURI()).getParent();
    try (DirectoryStream<Path> scripts = Files.newDirectoryStream(folder, "*.lua")) {
      for (Path script : scripts) {
        CALL.matcher(Files.readString(script))
            .results()
            .forEach(call -> used.add(call.group(1).toLowerCase(Locale.ROOT)));
      }
    }
    try (RedisServer server = RedisServer.start()) {
      assertThat(used).hasSizeGreaterThan(30);
      assertThat(LeastPrivilege.allowed(server)).containsAll(used).doesNotContain("flushall");
    }
  }

  @Test
  void user_whoMayListenLater_hearsThen() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      LeastPrivilege.grant(server, LeastPrivilege.RULES.replace("&throttlex:rules ", ""));
      try (Redis redis = Connected.to(url(server.url()))) {
        CountDownLatch listening = new CountDownLatch(1);
        new RedisRuleCache(redis).listen(notice -> {}, listening::countDown);
        assertThat(listening.await(600, TimeUnit.MILLISECONDS)).as("may listen").isFalse();
        LeastPrivilege.grant(server, "&throttlex:rules");
        assertThat(listening.await(20, TimeUnit.SECONDS)).as("listens").isTrue();
      }
    }
  }

  @Test
  void user_inACluster_needsLittleMore() throws Exception {
    try (RedisCluster cluster = RedisCluster.start(2)) {
      for (RedisServer node : cluster.nodes()) {
        LeastPrivilege.grant(node, LeastPrivilege.RULES + LeastPrivilege.CLUSTER_RULES);
      }
      try (Redis redis =
          QueueLab.connect(LeastPrivilege.url(cluster.url(), LeastPrivilege.PASSWORD))) {
        EveryUse.of(redis);
        decideWhileMoving(redis, cluster);
      }
      for (RedisServer node : cluster.nodes()) {
        assertThat(LeastPrivilege.refused(node)).as("what was refused").isEmpty();
      }
    }
  }

  /** Decides while a hash slot moves: a missing key is read at the node to which it moves. */
  private static void decideWhileMoving(Redis redis, RedisCluster cluster) {
    RedisStore store = RedisStore.on(redis);
    Key key = Key.of("use|user=moving", "moving");
    String slot = Integer.toString(KeyNames.slot(store.counter(key, 0)));
    RedisServer from = cluster.owner(Integer.parseInt(slot));
    RedisServer to = cluster.nodes().get(cluster.nodes().get(0) == from ? 1 : 0);
    to.command("CLUSTER", "SETSLOT", slot, "IMPORTING", (String) from.command("CLUSTER", "MYID"));
    from.command("CLUSTER", "SETSLOT", slot, "MIGRATING", (String) to.command("CLUSTER", "MYID"));
    Charges charges = new Charges().start(0);
    charges.add(key, 0, Limit.of(Algorithm.GCRA, Rate.parse("10/365d")), 1);
    assertThat(get(store.decide(charges)).admitted()).isTrue();
    assertThat((String) to.command("INFO", "commandstats")).contains("cmdstat_asking:");
  }
}
