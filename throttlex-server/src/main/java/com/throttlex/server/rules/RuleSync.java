package com.throttlex.server.rules;

import com.throttlex.TimeSource;
import com.throttlex.provider.RuleCache;
import com.throttlex.provider.RuleCache.Notice;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Keeps rules, tiers and overrides of this node and of all others alike, through a cache that they
 * share.
 *
 * <p>A change here is given to the cache at once, and a notice of a change elsewhere is followed at
 * once. Notices can be lost, and so can the cache: about twice a second the cache's revision is
 * compared with the one that the notices have led to, and if it is another, everything is settled.
 * Every five minutes it is settled in any case. All on one thread of its own.
 */
public final class RuleSync implements AutoCloseable {
  private static final Duration ROUND = Duration.ofMinutes(5);

  private final Exchange exchange;
  private final TimeSource time;
  private final Queue<Notice> heard = new ConcurrentLinkedQueue<>();
  private final Queue<String> changed = new ConcurrentLinkedQueue<>();

  /** A failure once is none: a connection may be about to come. */
  private final RulePoller poller = new RulePoller("exchange with other nodes", 1);

  /** The revision up to which all is settled; null when that is not known. */
  private @Nullable String seen;

  private long nextRound;

  private RuleSync(Exchange exchange, TimeSource time) {
    this.exchange = exchange;
    this.time = time;
    nextRound = time.nanos();
  }

  /** Begins; does not wait for the cache. */
  public static RuleSync start(
      RuleCache cache, ManagedRules rules, ManagedUsers users, TimeSource time) {
    List<SharedPart> parts = List.of(new SharedRules(rules), new SharedUsers(users, time));
    RuleSync sync = new RuleSync(new Exchange(cache, parts, time), time);
    parts.forEach(part -> part.onChange(sync::changed));
    cache.listen(sync::heard, sync::connected);
    sync.poller.start(sync::look);
    return sync;
  }

  /** Why this node and the others may have different rules, or null when all is well. */
  public @Nullable String problem() {
    return poller.problem();
  }

  private void changed(String id) {
    changed.add(id);
    poller.execute(this::attend);
  }

  private void heard(Notice notice) {
    heard.add(notice);
    poller.execute(this::attend);
  }

  private void connected() {
    poller.execute(
        () -> {
          seen = null;
          look();
        });
  }

  /** Settles everything if that is due, or if something has happened unheard. */
  private void look() {
    attempt(
        () -> {
          exchange.reload();
          String revision = exchange.revision();
          boolean due = time.nanos() - nextRound >= 0;
          if (due || !revision.equals(seen)) {
            exchange.all();
            seen = revision.isEmpty() ? null : revision;
          }
          if (due) {
            nextRound = time.nanos() + RulePoller.jittered(ROUND.toNanos());
          }
        });
  }

  /** Settles what was changed here or elsewhere. */
  private void attend() {
    Set<String> ids = new LinkedHashSet<>();
    String reached = seen;
    for (Notice next = heard.poll(); next != null; next = heard.poll()) {
      ids.add(next.id());
      reached = next.before().equals(reached) ? next.revision() : reached;
    }
    for (String next = changed.poll(); next != null; next = changed.poll()) {
      ids.add(next);
    }
    if (!ids.isEmpty()) {
      settle(ids, reached);
    }
  }

  private void settle(Set<String> ids, @Nullable String reached) {
    attempt(
        () -> {
          exchange.some(ids);
          seen = reached;
        });
  }

  /** What failed is made up for when everything is settled next. */
  private void attempt(Runnable work) {
    poller.attempt(
        () -> {
          try {
            work.run();
          } catch (RuntimeException e) {
            seen = null;
            throw e;
          }
        });
  }

  /** Gives the cache what was changed last, if it can be reached, and ends. */
  @Override
  public void close() {
    poller.end(this::attend);
  }
}
