package com.throttlex.shared.placement;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.shared.RuleStores;
import com.throttlex.store.MemoryNotes;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Nodes that share three stores and notes, in virtual time. */
final class MoveLab {
  static final List<String> NAMES = List.of("default", "redis", "archive");
  private static final Duration MARGIN = Duration.ofSeconds(2);

  final ManualClock clock = new ManualClock();
  final Notes notes = new MemoryNotes(clock::nanos);
  final Notes otherNotes = new MemoryNotes(clock::nanos);
  final Set<String> failing = new HashSet<>();
  int live = 1;
  boolean notesFail;
  boolean holdWrites;
  private final Queue<Runnable> heldWrites = new ArrayDeque<>();
  private final Map<String, Store> stores = new LinkedHashMap<>();

  MoveLab() {
    NAMES.forEach(name -> stores.put(name, new MemoryStore()));
  }

  /** A node, with the moves that it makes. */
  record Node(StoreMoves moves, ThrottleX throttlex) {
    List<String> places() {
      return moves.placesOf("r");
    }

    Decision check(String user) {
      return throttlex.check(RequestContext.ofUser(user));
    }

    void override(String user, String rate) {
      throttlex.override(
          user, "r", List.of(Rate.parse(rate)), Instant.ofEpochSecond(4_000_000_000L));
    }
  }

  /** Returns a book of a rule with that limit and store, and of one in the default store. */
  static RuleBook book(String limit, String store) {
    return RuleBook.of(
        Rule.builder("r").key("user").limits(limit).store(store).build(),
        Rule.builder("in-default").key("ip").limits("1/1s").build());
  }

  /** Starts a node with these rules. */
  Node node(RuleBook book) {
    RuleStores router = new RuleStores(stores);
    StoreMoves moves =
        new StoreMoves(
            router,
            new StoreSurroundings(
                new LinkedHashSet<>(NAMES),
                "default",
                name -> name.equals("default") ? new Unreliable() : otherNotes,
                () -> live,
                failing::contains,
                clock::nanos,
                MARGIN));
    moves.start(book);
    return new Node(moves, ThrottleX.of(book, router, clock));
  }

  /** Lets seconds pass, in each of which these nodes read the plan. */
  void seconds(int seconds, Node... nodes) {
    for (int i = 0; i < seconds; i++) {
      clock.advance(Duration.ofSeconds(1));
      for (Node node : nodes) {
        var unused = node.moves.tick();
      }
    }
  }

  /** Writes the notes that are held, and holds no more. */
  void writeHeld() {
    holdWrites = false;
    while (!heldWrites.isEmpty()) {
      heldWrites.remove().run();
    }
  }

  /** The notes, which fail and wait as a test sets. */
  private final class Unreliable implements Notes {
    @Override
    public CompletionStage<Map<String, Note>> read() {
      if (notesFail) {
        throw new StoreUnavailableException("no connection");
      }
      return notes.read();
    }

    @Override
    public CompletionStage<Boolean> write(String name, long expected, String text, Duration ttl) {
      if (!holdWrites) {
        return notes.write(name, expected, text, ttl);
      }
      CompletableFuture<Boolean> written = new CompletableFuture<>();
      heldWrites.add(() -> notes.write(name, expected, text, ttl).thenAccept(written::complete));
      return written;
    }
  }
}
