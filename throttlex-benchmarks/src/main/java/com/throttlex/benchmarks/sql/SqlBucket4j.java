package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.Workload;
import com.throttlex.tck.servers.Sql;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.mysql.Bucket4jMySQL;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Bucket4j's modules for databases, with as many connections as ThrottleX; bucket objects are
 * reused, which saves it work.
 *
 * <p>Every decision is a transaction that locks the bucket, reads it and writes it back. The caller
 * waits for it.
 */
final class SqlBucket4j implements Contender {
  /** The number of connections of {@code JdbcStore}. */
  private static final int CONNECTIONS = 8;

  private final HikariDataSource source;
  private final Bucket[] buckets;

  private interface Module {
    ProxyManager<Long> on(DataSource source);
  }

  private SqlBucket4j(Product product, String url, Workload workload, Module module) {
    Sql.run(url, product.buckets());
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(product.peersUrl(url));
    config.setMaximumPoolSize(CONNECTIONS);
    // It commits itself. Switching auto-commit for each decision takes more statements.
    config.setAutoCommit(false);
    source = new HikariDataSource(config);
    ProxyManager<Long> manager = module.on(source);
    BucketConfiguration configuration = workload.bucket();
    buckets = new Bucket[workload.keys()];
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = manager.builder().build((long) i, () -> configuration);
    }
  }

  /** Creates one that locks the bucket with {@code SELECT … FOR UPDATE}. */
  static SqlBucket4j locking(Product product, String url, Workload workload) {
    return new SqlBucket4j(
        product,
        url,
        workload,
        product == Product.POSTGRESQL
            ? source -> Bucket4jPostgreSQL.selectForUpdateBasedBuilder(source).build()
            : source -> Bucket4jMySQL.selectForUpdateBasedBuilder(source).build());
  }

  /** Creates one that locks the bucket's number, not its row; only PostgreSQL supports it. */
  static SqlBucket4j advisory(String url, Workload workload) {
    return new SqlBucket4j(
        Product.POSTGRESQL,
        url,
        workload,
        source -> Bucket4jPostgreSQL.advisoryLockBasedBuilder(source).build());
  }

  @Override
  public Question question() {
    return new Question() {
      @Override
      public CompletionStage<?> ask(int key) {
        return CompletableFuture.supplyAsync(() -> buckets[key].tryConsume(1), Runnable::run);
      }

      @Override
      public Verdict verdict(@Nullable Object answer) {
        return Verdict.of(Boolean.TRUE.equals(answer));
      }
    };
  }

  @Override
  public void close() {
    source.close();
  }
}
