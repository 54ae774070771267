package com.throttlex.spring.store;

import com.throttlex.distributed.Pulse;
import com.throttlex.distributed.SharedCounters;
import com.throttlex.redis.Redis;
import com.throttlex.redis.RedisLiveNodes;
import com.throttlex.redis.RedisNotes;
import com.throttlex.redis.RedisStore;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens counters in Redis, always by a connection of its own. */
final class RedisModule implements StoreModule {
  private static final Logger LOG = LoggerFactory.getLogger("com.throttlex");
  private static final String NAME = "Redis";

  /** A URL whose hosts cannot be part of a password. */
  private static final Pattern PLAIN =
      Pattern.compile("[a-z+-]+://(?:[^/?#@]*@)?(?<hosts>[^/?#@]+)[^@]*");

  private final ApplicationRedis own;

  RedisModule(ApplicationRedis own) {
    this.own = own;
  }

  @Override
  public StoreKind kind() {
    return StoreKind.REDIS;
  }

  @Override
  public Counters open(String url, StoreContext around) {
    return open(url, StoreChoice.shown(url), around);
  }

  @Override
  public @Nullable Counters openOwn(StoreContext around) {
    Optional<String> url = own.url();
    return url.isEmpty() ? null : open(url.get(), "the hosts of the application's Redis", around);
  }

  private static Counters open(String url, String shown, StoreContext around) {
    Redis redis = redis(url, shown, around);
    Counters counters = counters(redis, place(url), around).begin();
    warn(redis);
    return counters;
  }

  static Redis redis(String url, String shown, StoreContext around) {
    try {
      return Redis.open(url, around.timeout(Redis.TIMEOUT));
    } catch (IllegalArgumentException e) {
      throw StoreChoice.wrong(shown, Redis.URLS);
    }
  }

  private static RemoteCounters counters(Redis redis, String place, StoreContext around) {
    RedisLiveNodes nodes = new RedisLiveNodes(redis, UUID.randomUUID().toString());
    SharedCounters counters =
        new SharedCounters(
            NAME,
            RedisStore.on(redis),
            redis.timeout(),
            new Pulse(nodes::beat, nodes::live, nodes::leave, around.expectedNodes()),
            new RedisNotes(redis),
            around.time(),
            around.listener("redis"));
    return new RemoteCounters("redis", place, counters, around, redis::close);
  }

  /** Says what is wrong with the way Redis is set up, if it answers. */
  private static void warn(Redis redis) {
    var unused =
        redis
            .warnings()
            .thenAccept(found -> found.forEach(warning -> LOG.warn("store: {}", warning)));
  }

  /** The hosts; only that it is Redis when they may be part of a password with odd characters. */
  static String place(String url) {
    Matcher plain = PLAIN.matcher(url);
    return plain.matches() ? NAME + " at " + plain.group("hosts") : NAME;
  }
}
