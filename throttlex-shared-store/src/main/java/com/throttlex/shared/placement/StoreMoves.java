package com.throttlex.shared.placement;

import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.RuleBook;
import com.throttlex.shared.RuleStores;
import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the counters of each rule in the store that the rule names, and moves them between stores
 * without granting a limit twice.
 *
 * <p>A move has two steps, which all nodes learn from one note, the {@link StorePlan}:
 *
 * <ol>
 *   <li>Requests are charged in the old and in the new store, and both must allow.
 *   <li>Requests are charged in the new store only.
 * </ol>
 *
 * <p>The second step is taken when every node has followed the first for the longest time in which
 * a charge has an effect ({@link com.throttlex.shared.MoveTime}). Then the new store has every
 * charge that counts. Nodes that are a step apart share a store that both charge: the old one
 * before the second step, the new one after it. No node can be two steps behind, because each
 * writes in a note of its own which plan it follows, and the number of these notes must not be
 * lower than the number of nodes that send heartbeats to any of the stores. Clocks of nodes are
 * never compared.
 *
 * <p>Until the plan is read for the first time, all stores are charged.
 */
public final class StoreMoves {
  private static final Logger LOG = LoggerFactory.getLogger(StoreMoves.class);
  private static final String PLAN = "placement/plan";
  private static final String NODE = "placement/node/";

  /** How long a plan is kept that nobody writes; a running node writes it again every day. */
  private static final Duration KEPT = Duration.ofDays(90);

  private static final Duration NODE_KEPT = Duration.ofSeconds(10);
  private static final long DAY = TimeUnit.DAYS.toNanos(1);
  private static final int START_SECONDS = 2;
  private static final int SEEN_ROUNDS = 3;

  private final RuleStores stores;
  private final StoreSurroundings around;
  private final MoveClock clock;
  private final String node = NODE + UUID.randomUUID();
  private final AtomicBoolean inRound = new AtomicBoolean();
  private final Map<String, String> wanted = new HashMap<>();
  private @Nullable RuleBook book;
  private StorePlan plan = StorePlan.NONE;
  private boolean known;
  private int notFollowing;
  private @Nullable StoreMove requested;
  private Map<String, NodeState> nodes = new HashMap<>();
  private long writtenAt;
  private volatile String problem = "";

  /** A move of all counters of a store to another. */
  private record StoreMove(String from, String to, CompletableFuture<Void> planned) {}

  /** Creates the moves of a node between these stores. */
  public StoreMoves(RuleStores stores, StoreSurroundings around) {
    this.stores = stores;
    this.around = around;
    clock = new MoveClock(around.margin());
  }

  /** Follows the plan from now on; waits a few seconds for it at most. */
  public void start(RuleBook first) {
    rules(first);
    try {
      tick().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn(
          "stores: the plan of moves is not known yet; charging all stores until it is: {}",
          e.toString());
    }
  }

  /** Replaces the rules; a rule that names another store than before begins to move. */
  public synchronized void rules(RuleBook next) {
    RuleBook before = book;
    for (CompiledRule rule : next.all()) {
      String id = rule.rule().id();
      CompiledRule old = before == null ? null : before.rule(id);
      if (old == null || !old.rule().store().equals(rule.rule().store())) {
        wanted.put(id, rule.rule().store());
      }
    }
    wanted.keySet().removeIf(id -> next.rule(id) == null);
    book = next;
    apply();
  }

  /** Charges the stores of the plan; all stores if the plan is not known. */
  private synchronized void apply() {
    RuleBook current = book;
    if (current != null && known) {
      stores.place(current, id -> here(plan.placesOf(id)), here(plan.otherPlaces()));
    }
  }

  /** Returns the stores that this node has; all of them if it has none of the plan's. */
  private List<String> here(List<String> planned) {
    List<String> here = planned.stream().filter(around.names()::contains).toList();
    return here.isEmpty() ? List.copyOf(around.names()) : here;
  }

  /**
   * Reads the plan, follows it, and takes the next step if it is due. To be called every second; a
   * call while another is in progress does nothing.
   */
  public CompletionStage<Void> tick() {
    if (!inRound.compareAndSet(false, true)) {
      return CompletableFuture.completedFuture(null);
    }
    CompletionStage<Void> round;
    try {
      round = around.notes().read().thenCompose(this::round);
    } catch (RuntimeException e) {
      round = CompletableFuture.failedFuture(e);
    }
    return round.whenComplete(
        (done, failure) -> {
          problem = failure == null ? unknownStores() : "plan of moves: " + failure.getMessage();
          inRound.set(false);
        });
  }

  private CompletionStage<Void> round(Map<String, Notes.Note> all) {
    boolean lost = learn(all.get(PLAN));
    NodeState own = own();
    readNodes(all, own);
    return around
        .notes()
        .write(node, Notes.ANY, own.text(), NODE_KEPT)
        .thenCompose(written -> write(lost));
  }

  /** Follows the plan of the note; returns whether the note was lost. */
  private synchronized boolean learn(Notes.@Nullable Note note) {
    if (note == null) {
      known = true;
      apply();
      return plan.version() > 0;
    }
    if (!known || note.version() != plan.version()) {
      plan = StorePlan.parse(note.version(), note.text());
      known = true;
      writtenAt = around.nanoTime().getAsLong();
      apply();
    }
    return false;
  }

  /** Returns the state of this node: it does not follow the plan while a store fails. */
  private synchronized NodeState own() {
    boolean failing =
        !unknownStores().isEmpty()
            || stores.hasMissed()
            || (clock.isMoving(plan) && around.names().stream().anyMatch(around::isFailing));
    // Others read this note once a second, so that one round could be missed.
    notFollowing = failing ? SEEN_ROUNDS : Math.max(0, notFollowing - 1);
    return new NodeState(
        notFollowing > 0 ? 0 : plan.version(), MoveClock.unlisted(stores, book, plan));
  }

  private synchronized void readNodes(Map<String, Notes.Note> all, NodeState own) {
    nodes = NodeState.all(NODE, all);
    nodes.put(node, own);
  }

  private CompletionStage<Void> write(boolean lost) {
    StorePlan next;
    StorePlan before;
    synchronized (this) {
      before = lost ? plan.renewed() : plan;
      next = next(before);
      boolean stale = around.nanoTime().getAsLong() - writtenAt > DAY && !plan.text().isEmpty();
      if (next.equals(plan) && !lost && !stale) {
        answerRequest();
        return CompletableFuture.completedFuture(null);
      }
    }
    return around
        .notes()
        .write(PLAN, before.version(), next.text(), KEPT)
        .thenAccept(written -> follow(written, next.withVersion(before.version() + 1)));
  }

  /** Returns the plan with all moves that begin, or else with those that end. */
  private synchronized StorePlan next(StorePlan before) {
    Map<String, String> moves = new HashMap<>();
    wanted.forEach(
        (id, target) -> {
          if (!before.rule(id).target().equals(target)
              && !around.isFailing(before.store(target).target())) {
            moves.put(id, target);
          }
        });
    StorePlan next = moves.isEmpty() ? before : before.movingRules(moves);
    StoreMove request = requested;
    if (request != null) {
      next = next.movingStore(request.from, request.to, around.names());
    }
    return next.equals(before) ? clock.settled(before, book, nodes, around) : next;
  }

  private synchronized void follow(boolean written, StorePlan next) {
    if (written) {
      plan = next;
      writtenAt = around.nanoTime().getAsLong();
      apply();
      LOG.info("stores: plan {}: {}", next.version(), next.text().strip().replace('\n', ';'));
      answerRequest();
    }
  }

  private synchronized void answerRequest() {
    wanted.entrySet().removeIf(e -> plan.rule(e.getKey()).target().equals(e.getValue()));
    StoreMove request = requested;
    // a request that came while this plan was written is not in it
    if (request != null
        && plan.movingStore(request.from, request.to, around.names()).equals(plan)) {
      requested = null;
      request.planned.complete(null);
    }
  }

  /**
   * Begins to move all counters of one store to another. Does nothing if this move is planned or
   * completed already. A move back before the end is a move too.
   *
   * @return completes when all nodes will learn of it
   * @throws IllegalArgumentException if there is no such store
   * @throws IllegalStateException if a store fails, because then requests would use
   *     on-store-failure
   */
  public CompletionStage<Void> move(String from, String to) {
    around.requireName("from", from);
    around.requireName("to", to);
    if (from.equals(to)) {
      throw new IllegalArgumentException("to: " + to + " (expected: another store than `from`)");
    }
    if (around.isFailing(to)) {
      throw new IllegalStateException("to: " + to + " is failing; nothing is moved");
    }
    StoreMove request = new StoreMove(from, to, new CompletableFuture<>());
    synchronized (this) {
      if (requested != null) {
        throw new IllegalStateException("another move is about to begin; retry in a second");
      }
      requested = request;
    }
    CompletionStage<Void> ticked = around.forget(PLAN, to).thenCompose(forgotten -> tick());
    return ticked.thenCompose(done -> request.planned);
  }

  /** Returns all moves in progress. */
  public synchronized List<MoveStatus> moves() {
    RuleBook current = book;
    return current == null
        ? List.of()
        : new MoveReport(plan, current, stores, nodes, clock, around).moves();
  }

  /** Returns the stores in which a rule is charged, by name. */
  public synchronized List<String> placesOf(String rule) {
    return known ? here(plan.placesOf(rule)) : List.copyOf(around.names());
  }

  /** Returns why the node may not follow the plan of the others; empty if it does. */
  public String problem() {
    return problem;
  }

  private synchronized String unknownStores() {
    Set<String> unknown = new TreeSet<>(plan.names());
    unknown.removeAll(around.names());
    return unknown.isEmpty()
        ? ""
        : "other nodes count in stores that this node does not have: " + unknown;
  }
}
