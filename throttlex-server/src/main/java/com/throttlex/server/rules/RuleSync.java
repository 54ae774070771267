package com.throttlex.server.rules;

import com.throttlex.TimeSource;
import com.throttlex.redis.RuleCache;
import com.throttlex.redis.RuleCache.Notice;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps rules, tiers and overrides of this node and of all others alike, through a cache that they
 * share.
 *
 * <p>A change here is given to the cache at once, and a notice of a change elsewhere is followed at
 * once. Notices can be lost, and so can the cache: about once a second the cache's revision is
 * compared with the one that the notices have led to, and if it is another, everything is settled.
 * Every five minutes it is settled in any case. All on one thread of its own.
 */
public final class RuleSync implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RuleSync.class);
  private static final Duration ROUND = Duration.ofMinutes(5);
  private static final long LOOK_MILLIS = 1_000;
  private static final long RETRY_MILLIS = 200;
  private static final int PATIENCE_SECONDS = 10;

  private final Exchange exchange;
  private final TimeSource time;
  private final Queue<Notice> heard = new ConcurrentLinkedQueue<>();
  private final Queue<String> changed = new ConcurrentLinkedQueue<>();
  private final ScheduledThreadPoolExecutor thread;

  /** The revision up to which all is settled; null when that is not known. */
  private @Nullable String seen;

  private long nextRound;
  private int failures;
  private volatile @Nullable String problem;

  private RuleSync(Exchange exchange, TimeSource time) {
    this.exchange = exchange;
    this.time = time;
    nextRound = time.nanos();
    thread =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread made = new Thread(work, "throttlex-rules");
              made.setDaemon(true);
              return made;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Begins; does not wait for the cache. */
  public static RuleSync start(
      RuleCache cache, ManagedRules rules, ManagedUsers users, TimeSource time) {
    List<SharedPart> parts = List.of(new SharedRules(rules), new SharedUsers(users, time));
    RuleSync sync = new RuleSync(new Exchange(cache, parts, time), time);
    parts.forEach(part -> part.onChange(sync::changed));
    cache.listen(sync::heard, sync::connected);
    sync.lookLater();
    return sync;
  }

  /** Why this node and the others may have different rules, or null when all is well. */
  public @Nullable String problem() {
    return problem;
  }

  private void changed(String id) {
    changed.add(id);
    thread.execute(this::attend);
  }

  private void heard(Notice notice) {
    heard.add(notice);
    thread.execute(this::attend);
  }

  private void connected() {
    thread.execute(
        () -> {
          seen = null;
          look();
        });
  }

  private void lookLater() {
    long most = failures > 0 ? RETRY_MILLIS : LOOK_MILLIS;
    var unused = thread.schedule(this::lookAgain, jittered(most), TimeUnit.MILLISECONDS);
  }

  private void lookAgain() {
    try {
      look();
    } finally {
      lookLater();
    }
  }

  /** Between half and all of it, so that nodes do not all come at once. */
  private static long jittered(long most) {
    return ThreadLocalRandom.current().nextLong(most / 2, most + 1);
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
            nextRound = time.nanos() + jittered(ROUND.toNanos());
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
    try {
      work.run();
      if (problem != null) {
        LOG.info("rules: exchanged with other nodes again");
      }
      failures = 0;
      problem = null;
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  /** Once does not count: a connection may be about to come. */
  private void failed(RuntimeException e) {
    seen = null;
    failures++;
    if (failures > 1) {
      if (problem == null) {
        LOG.warn("rules: not exchanged with other nodes until this works again", e);
      }
      problem = String.valueOf(e.getMessage());
    }
  }

  /** Gives the cache what was changed last, if it can be reached, and ends. */
  @Override
  public void close() {
    if (thread.isShutdown()) {
      return;
    }
    Future<?> last = thread.submit(this::attend);
    try {
      last.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      thread.shutdown();
      if (!thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("rules: exchange did not end in time");
      }
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("rules: exchange did not end well", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      thread.shutdownNow();
    }
  }
}
