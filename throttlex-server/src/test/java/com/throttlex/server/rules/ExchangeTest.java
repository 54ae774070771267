package com.throttlex.server.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.AlreadyExistsException;
import com.throttlex.jdbc.Change;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.NotFoundException;
import com.throttlex.redis.Redis;
import com.throttlex.redis.RedisRuleCache;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import com.throttlex.test.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Any changes on any nodes, any exchanges between them, and losses of the cache: all end alike. */
@Timeout(120)
class ExchangeTest {
  private static final int NODES = 3;
  private static final int STEPS = 150;
  private static final List<String> IDS = List.of("a", "b", "c");

  @TempDir Path folder;
  private final ManualClock clock = new ManualClock();
  private final RedisServer server = RedisServer.start();
  private final Redis redis = Redis.open(server.url() + "?timeout=5s");
  private final List<Database> databases = new ArrayList<>();
  private final List<ManagedRules> rules = new ArrayList<>();
  private final List<Exchange> exchanges = new ArrayList<>();

  @BeforeEach
  void openNodes() {
    RedisRuleCache cache = new RedisRuleCache(redis);
    for (int i = 0; i < NODES; i++) {
      Database database = Database.open("jdbc:sqlite:" + folder.resolve(i + ".db"));
      databases.add(database);
      ManagedRules its = ManagedRules.openShared(null, Set.of("default"), database, book -> {});
      rules.add(its);
      exchanges.add(new Exchange(cache, List.of(new SharedRules(its)), clock));
    }
    Await.until("a connection to Redis", this::connected);
  }

  private boolean connected() {
    try {
      return exchanges.get(0).revision().isEmpty();
    } catch (RuntimeException e) {
      return false;
    }
  }

  @AfterEach
  void close() {
    databases.forEach(Database::close);
    redis.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void nodesEndAlike_whateverHappenedInWhateverOrder(long seed) {
    Random random = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      int node = random.nextInt(NODES);
      switch (random.nextInt(12)) {
        case 0 -> server.command("FLUSHALL");
        case 1, 2 -> exchanges.get(node).all();
        case 3, 4, 5 -> exchanges.get(node).some(Set.of("rule:" + anyId(random)));
        case 6 -> clock.advance(Duration.ofMillis(random.nextInt(3)));
        default -> change(rules.get(node), node, random);
      }
    }
    exchanges.forEach(Exchange::all);
    exchanges.forEach(Exchange::all);

    for (ManagedRules its : rules) {
      assertThat(its.latest())
          .as("seed %s", seed)
          .usingRecursiveComparison()
          .ignoringFields("before")
          .isEqualTo(rules.get(0).latest());
      assertThat(its.all())
          .as("seed %s", seed)
          .usingRecursiveComparison()
          .ignoringFields("createdAt") // a node knows only the changes that reached it
          .isEqualTo(rules.get(0).all());
      assertThat(its.book().rules()).isEqualTo(rules.get(0).book().rules());
      assertThat(its.problem()).isEqualTo(rules.get(0).problem());
    }
    assertThat(new HashSet<>(rules.get(0).latest())).isNotEmpty();
  }

  @Test
  void partOfAChange_isNotTakenUntilItIsWhole_orItsNodeHasEnded() {
    rules.get(0).create(Rule.builder("a").limits("1/1s").build(), new Change("ada", clock.now()));
    exchanges.get(0).all();
    server.command("HSET", "rule:book", "writing", "1");
    assertThat(exchanges.get(1).all()).isFalse();
    clock.advance(Duration.ofMillis(4_999));
    assertThat(exchanges.get(1).all()).isFalse();
    assertThat(rules.get(1).all()).isEmpty();

    clock.advance(Duration.ofMillis(1));
    assertThat(exchanges.get(1).all()).isTrue();
    assertThat(rules.get(1).all()).hasSize(1);
    assertThat(exchanges.get(2).all()).isTrue();
    assertThat(rules.get(2).all()).hasSize(1);
  }

  private static String anyId(Random random) {
    return IDS.get(random.nextInt(IDS.size()));
  }

  /** Tries a change; some are rejected, as in real use. */
  private void change(ManagedRules rules, int node, Random random) {
    String id = anyId(random);
    RuleBuilder rule = Rule.builder(id).limits((1 + random.nextInt(5)) + "/1s");
    String other = anyId(random);
    Rule made = (random.nextInt(3) > 0 || other.equals(id) ? rule : rule.replaces(other)).build();
    Change change = new Change("admin-" + node, clock.now());
    try {
      switch (random.nextInt(4)) {
        case 0 -> rules.create(made, change);
        case 1 -> rules.update(made, null, change);
        case 2 -> rules.delete(id, null, change);
        default -> rules.rollBack(id, 1 + random.nextInt(3), null, change);
      }
    } catch (AlreadyExistsException | NotFoundException | InvalidRulesException e) {
      assertThat(e).hasMessageContaining("expected");
    }
  }
}
