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
 * Keeps rules, tiers and overrides of all nodes equal, through a cache that they share.
 *
 * <p>A change here is sent to the cache at once, and a notification of another node is handled at
 * once. Notifications and the cache can be lost. So the revision of the cache is polled about twice
 * a second. If it is not the one that the notifications led to, everything is compared. Every five
 * minutes everything is compared in any case. All on one thread.
 */
public final class RuleSync implements AutoCloseable {
  private static final Duration ROUND = Duration.ofMinutes(5);

  private final Exchange exchange;
  private final TimeSource time;
  private final Queue<Notice> heard = new ConcurrentLinkedQueue<>();
  private final Queue<List<String>> changed = new ConcurrentLinkedQueue<>();

  /** The first failure is not reported, because a connection may be about to open. */
  private final RulePoller poller = new RulePoller("exchange with other nodes", 1);

  /** The revision up to which everything is compared; null when it is not known. */
  private @Nullable String seen;

  private long nextRound;

  private RuleSync(Exchange exchange, TimeSource time) {
    this.exchange = exchange;
    this.time = time;
    nextRound = time.nanos();
  }

  /** Starts the exchange, and does not wait for the cache. */
  public static RuleSync start(
      RuleCache cache, ManagedRules rules, ManagedUsers users, TimeSource time) {
    List<SharedPart> parts = List.of(new SharedRules(rules), new SharedUsers(users, time));
    RuleSync sync = new RuleSync(new Exchange(cache, parts, time), time);
    parts.forEach(part -> part.onChange(sync::changed));
    cache.listen(sync::heard, sync::connected);
    sync.poller.start(sync::look);
    return sync;
  }

  /** Returns why the nodes may have different rules, or null if they have the same. */
  public @Nullable String problem() {
    return poller.problem();
  }

  private void changed(List<String> ids) {
    changed.add(ids);
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

  /** Compares everything if that is due, or if a notification was missed. */
  private void look() {
    attempt(
        () -> {
          exchange.reload();
          String revision = exchange.revision();
          boolean due = time.nanos() - nextRound >= 0;
          boolean differs = due || !revision.equals(seen);
          if (differs && !exchange.all()) {
            seen = null;
            return; // try again at the next poll
          }
          seen = revision.isEmpty() ? null : revision;
          if (due) {
            nextRound = time.nanos() + RulePoller.jittered(ROUND.toNanos());
          }
        });
  }

  /** Compares the changes made here or reported by others; after many of them, everything. */
  private void attend() {
    Set<String> ids = new LinkedHashSet<>();
    String reached = seen;
    boolean many = false;
    for (Notice next = heard.poll(); next != null; next = heard.poll()) {
      many |= next.isOfMany();
      ids.add(next.id());
      reached = next.before().equals(reached) ? next.revision() : reached;
    }
    for (List<String> next = changed.poll(); next != null; next = changed.poll()) {
      ids.addAll(next);
    }
    if (many) {
      seen = null;
      look();
    } else if (!ids.isEmpty()) {
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

  /** Runs a task; after a failure, the next full comparison makes up for it. */
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

  /** Sends the last changes to the cache, if it is available, and ends. */
  @Override
  public void close() {
    poller.end(this::attend);
  }
}
