package com.throttlex.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.shared.faults.Answer;
import com.throttlex.shared.faults.Answers;
import com.throttlex.shared.faults.Figures;
import com.throttlex.shared.faults.Load;
import com.throttlex.shared.faults.Node;
import com.throttlex.store.Charges;
import com.throttlex.store.Terms;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisCluster;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests hash slots that move between nodes of a Cluster, with their keys, under load. */
class ReshardingTest {
  private static final List<String> SUBJECTS =
      List.of("}", "{}", "a{b", "", "{", "}{", "user-1", "user-2");
  private static final long AMOUNT = 150;
  private static final Limit NARROW =
      Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(AMOUNT + "/18250d"));
  private static final Limit WIDE = Limit.of(Algorithm.GCRA, Rate.parse("1000000/1h"));
  private static final int MOVES = 40;
  private static final Duration LONG = Duration.ofSeconds(20);

  private final RedisCluster cluster = RedisCluster.start(3);
  private final Node node = Node.patient(cluster.url(), 1, new SystemTime());
  private final Map<String, AtomicLong> admitted = new ConcurrentHashMap<>();

  @AfterEach
  void close() {
    node.close();
    cluster.close();
  }

  @Test
  void admitted_whileSlotsMove_isTheLimitAndNoCallerNotices() {
    SUBJECTS.forEach(subject -> admitted.put(subject, new AtomicLong()));
    try (Load load = Load.start(3, Duration.ofMillis(1), this::ask)) {
      int asked = SUBJECTS.size() * 4;
      Await.until(LONG, "every key charged", () -> load.asked() > asked);
      int moves = 0;
      for (List<Integer> slots = slots("rl:*user=*"); moves < MOVES; moves++) {
        int slot = slots.get(moves % slots.size());
        cluster.moveSlot(slot, nextTo(cluster.owner(slot)));
      }
      Await.until(LONG, "all of " + admitted, () -> counts().stream().allMatch(n -> n >= AMOUNT));
      Answers answers = load.stop();

      String errors = errors();
      Figures.tell(
          "resharding: %d moves during %d decisions, %s", moves, answers.all().size(), errors);
      assertThat(answers.failures()).isEmpty();
      assertThat(answers.count(Answer::degraded)).isZero();
      assertThat(counts()).containsOnly(AMOUNT);
      assertThat(errors).contains("ASK", "MOVED").doesNotContain("CROSSSLOT");
    }
  }

  @Test
  void decisions_whileTheKeysOfASlotAreInTwoNodes_waitUntilTheyAreNot() {
    admitted.put("user-1", new AtomicLong());
    assertThat(ask("user-1", List.of("user-1")).admitted()).isTrue();
    int slot = slots("rl:{user-1}*").get(0);
    RedisServer source = cluster.owner(slot);
    RedisServer target = nextTo(source);
    try (Load load = Load.start(2, Duration.ZERO, i -> ask("user-1", List.of("user-1")))) {
      split(slot, source, target);
      Await.until(LONG, "a command refused", () -> errors().contains("TRYAGAIN"));
      cluster.moveSlot(slot, target);
      Await.until(LONG, "all of " + admitted, () -> counts().get(0) >= AMOUNT);
      Answers answers = load.stop();

      Figures.tell(
          "slot in two nodes: %s, longest wait %.0f ms", errors(), answers.longestMillis());
      assertThat(answers.failures()).isEmpty();
      assertThat(answers.count(Answer::degraded)).isZero();
      assertThat(counts()).containsOnly(AMOUNT);
    }
  }

  /** Begins to move a hash slot, and moves one of its keys. */
  private static void split(int slot, RedisServer source, RedisServer target) {
    String number = Integer.toString(slot);
    target.command("CLUSTER", "SETSLOT", number, "IMPORTING", id(source));
    source.command("CLUSTER", "SETSLOT", number, "MIGRATING", id(target));
    List<?> keys = (List<?>) source.command("CLUSTER", "GETKEYSINSLOT", number, "10");
    assertThat(keys).hasSizeGreaterThan(1);
    String to = Integer.toString(target.port());
    source.command("MIGRATE", "127.0.0.1", to, (String) keys.get(0), "0", "5000");
  }

  private static String id(RedisServer server) {
    return String.valueOf(server.command("CLUSTER", "MYID"));
  }

  /** Returns the errors of the nodes and their numbers. */
  private String errors() {
    return cluster.nodes().stream()
        .map(server -> String.valueOf(server.command("INFO", "errorstats")))
        .flatMap(String::lines)
        .filter(line -> line.startsWith("errorstat_"))
        .map(line -> line.replace("errorstat_", ""))
        .collect(Collectors.joining(", "));
  }

  private List<Long> counts() {
    return admitted.values().stream().map(AtomicLong::get).toList();
  }

  /**
   * Requests two limits of one subject; in every fourth round of two subjects in two hash slots.
   */
  private Answer ask(int i) {
    String first = SUBJECTS.get(i % SUBJECTS.size());
    String second = SUBJECTS.get((i + 1) % SUBJECTS.size());
    boolean both = i / SUBJECTS.size() % 4 == 0;
    return ask(first, both ? List.of(first, second) : List.of(first));
  }

  private Answer ask(String name, List<String> subjects) {
    Charges charges = node.request();
    for (int i = 0; i < subjects.size(); i++) {
      add(charges, subjects.get(i), i);
    }
    Answer answer = node.ask(name, charges);
    if (answer.admitted()) {
      subjects.forEach(subject -> admitted.get(subject).incrementAndGet());
    }
    return answer;
  }

  private static void add(Charges charges, String subject, int rule) {
    charges.add(Node.key(subject), 0, NARROW, 1, rule, Terms.PLAIN);
    charges.add(Node.key(subject), 1, WIDE, 1, rule, Terms.PLAIN);
  }

  /** Returns the hash slots with keys of requests. */
  private List<Integer> slots(String pattern) {
    Set<Integer> slots = new TreeSet<>();
    for (RedisServer server : cluster.nodes()) {
      for (Object key : (List<?>) Objects.requireNonNull(server.command("KEYS", pattern))) {
        slots.add(((Long) server.command("CLUSTER", "KEYSLOT", (String) key)).intValue());
      }
    }
    return List.copyOf(slots);
  }

  private RedisServer nextTo(RedisServer owner) {
    List<RedisServer> nodes = cluster.nodes();
    return nodes.get((nodes.indexOf(owner) + 1) % nodes.size());
  }
}
