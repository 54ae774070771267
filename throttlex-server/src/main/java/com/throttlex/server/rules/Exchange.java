package com.throttlex.server.rules;

import com.throttlex.TimeSource;
import com.throttlex.provider.RuleCache;
import com.throttlex.provider.RuleCache.Content;
import com.throttlex.provider.RuleCache.Entry;
import com.throttlex.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares this node with the cache: copies newer changes from the cache, and sends newer ones to
 * it.
 *
 * <p>One total order decides every comparison. So the result does not depend on when, how often and
 * by how many nodes this is done. For one thread; every method blocks, and throws when cache or
 * database fail.
 */
final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int LOGGED = 20;

  private final RuleCache cache;
  private final List<SharedPart> parts;
  private final TimeSource time;
  private final Set<Entry> strange = new HashSet<>();
  private @Nullable Long waitingSince;

  Exchange(RuleCache cache, List<SharedPart> parts, TimeSource time) {
    this.cache = cache;
    this.parts = parts;
    this.time = time;
  }

  /** Returns a text that differs whenever the cache has something new, or has lost something. */
  String revision() {
    return await(cache.revision());
  }

  /** Reloads changes that others wrote into the database. */
  void reload() {
    parts.forEach(SharedPart::reload);
  }

  /**
   * Compares everything, and renews the cache without expired entries. Does nothing, and returns
   * false, while another node stores many changes that belong together; after some seconds, that
   * node is assumed to have ended.
   */
  boolean all() {
    Map<String, SharedChange> mine = mine(SharedPart::changes);
    Content content = await(cache.all());
    if (!content.isWhole() && waitsForOthers()) {
      return false;
    }
    waitingSince = null;
    Map<String, SharedChange> theirs = understood(content.entries());
    give(settle(mine, theirs));
    forget(theirs.values());
    return true;
  }

  private boolean waitsForOthers() {
    long now = time.nanos();
    Long since = waitingSince == null ? now : waitingSince;
    waitingSince = since;
    return now - since < WAIT_NANOS;
  }

  /** Compares the changes with these ids. */
  void some(Collection<String> ids) {
    reload();
    Map<String, SharedChange> mine = mine(part -> part.changes(ids));
    List<SharedChange> given = settle(mine, understood(await(cache.find(List.copyOf(ids)))));
    if (!given.isEmpty()) {
      give(given);
    }
  }

  private Map<String, SharedChange> mine(Function<SharedPart, List<SharedChange>> which) {
    Map<String, SharedChange> mine = new TreeMap<>();
    for (SharedPart part : parts) {
      which.apply(part).forEach(change -> mine.put(change.id(), change));
    }
    return mine;
  }

  private Map<String, SharedChange> understood(List<Entry> entries) {
    Map<String, SharedChange> understood = new TreeMap<>();
    for (Entry entry : entries) {
      try {
        SharedChange change = SharedChange.of(entry);
        part(change.id()).check(change);
        understood.put(change.id(), change);
      } catch (IllegalArgumentException e) {
        if (strange.add(entry)) {
          LOG.warn("rule cache: ignored {}: {}", entry.id(), e.getMessage());
        }
      }
    }
    return understood;
  }

  private SharedPart part(String id) {
    return parts.stream()
        .filter(part -> part.keeps(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "id: " + id + " (expected: rule:…, tier:… or override:…)"));
  }

  /** Copies the changes that are newer in the cache; returns those that are newer here. */
  private List<SharedChange> settle(
      Map<String, SharedChange> mine, Map<String, SharedChange> theirs) {
    Instant now = time.now();
    List<SharedChange> taken = new ArrayList<>(theirs.values());
    taken.removeIf(change -> !isNews(change, mine.get(change.id()), now));
    List<SharedChange> given = new ArrayList<>(mine.values());
    given.removeIf(change -> !isNews(change, theirs.get(change.id()), now));
    take(taken);
    return given;
  }

  /**
   * Returns whether a change is new for a node that has the other one; an expired change only if it
   * corrects the other.
   */
  private static boolean isNews(SharedChange change, @Nullable SharedChange other, Instant now) {
    return other == null ? !change.isOver(now) : change.isAbove(other);
  }

  private void take(List<SharedChange> taken) {
    for (SharedPart part : parts) {
      List<SharedChange> its = taken.stream().filter(change -> part.keeps(change.id())).toList();
      if (!its.isEmpty()) {
        part.adopt(its);
        LOG.info("rule cache: copied {} changes: {}", its.size(), firstIds(its));
      }
    }
  }

  private static List<String> firstIds(List<SharedChange> changes) {
    return changes.stream().limit(LOGGED).map(SharedChange::id).toList();
  }

  private void give(List<SharedChange> given) {
    await(cache.offer(given.stream().map(SharedChange::entry).toList()));
  }

  private void forget(Collection<SharedChange> theirs) {
    List<SharedChange> over = new ArrayList<>(theirs);
    over.removeIf(change -> !change.isForgotten(time.now()));
    if (!over.isEmpty()) {
      await(cache.forget(over.stream().map(SharedChange::entry).toList()));
    }
  }

  private static <T extends @Nullable Object> T await(CompletionStage<T> answer) {
    try {
      return answer.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new StoreUnavailableException("rule cache: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new StoreUnavailableException("rule cache: no answer within " + PATIENCE, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("rule cache: interrupted", e);
    }
  }
}
