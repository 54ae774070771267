package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.Entrant;
import com.throttlex.benchmarks.store.Workload;
import java.util.Set;

/** The compared limiters. */
enum RedisContender implements Entrant {
  STRICT("ThrottleX strict"),
  LEASED("ThrottleX leased"),
  BUCKET4J("Bucket4j"),
  BATCHING("Bucket4j, batching"),
  EVALSHA("plain EVALSHA");

  private final String text;

  RedisContender(String text) {
    this.text = text;
  }

  @Override
  public boolean isOurs() {
    return this == STRICT || this == LEASED;
  }

  /** Returns whether it is measured; batching has no effect on keys that are rarely used. */
  boolean takesPartIn(Workload workload) {
    return this != BATCHING || workload.keys() == 1;
  }

  /**
   * Returns the commands in Redis's statistics that add up to those it has sent.
   *
   * <p>Redis counts commands of scripts like those of clients. Each script of Bucket4j calls GET
   * once, to compare, or SET once, to begin; these stand for the scripts.
   */
  Set<String> counted() {
    return switch (this) {
      case STRICT, LEASED -> Set.of("eval", "evalsha");
      case BUCKET4J, BATCHING -> Set.of("get", "set");
      case EVALSHA -> Set.of("evalsha");
    };
  }

  /** Connects to the Redis at that URL. */
  Contender start(String url, Workload workload) {
    return switch (this) {
      case STRICT -> RedisOurs.strict(url, workload);
      case LEASED -> RedisOurs.leased(url, workload);
      case BUCKET4J -> RedisBucket4j.plain(url, workload);
      case BATCHING -> RedisBucket4j.batching(url, workload);
      case EVALSHA -> new EvalSha(url, workload);
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
