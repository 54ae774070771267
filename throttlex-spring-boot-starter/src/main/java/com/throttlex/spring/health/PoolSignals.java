package com.throttlex.spring.health;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.Signal;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection pools of HikariCP as health signals.
 *
 * <p>Each pool is a source by its own name. The fullest pool is a signal of the application: a
 * request that needs its connections waits, however free the others are.
 */
final class PoolSignals {
  private static final Logger LOG = LoggerFactory.getLogger(PoolSignals.class);

  /** The largest value of the signal. */
  private static final double MOST = 100;

  private final List<HikariDataSource> pools = new ArrayList<>();

  /** Finds the pools among data sources; others are left out. */
  PoolSignals(Iterable<DataSource> sources) {
    for (DataSource source : sources) {
      try {
        if (source.isWrapperFor(HikariDataSource.class)) {
          pools.add(source.unwrap(HikariDataSource.class));
        }
      } catch (SQLException | RuntimeException e) {
        // a data source that routes requests may have no pool yet
        LOG.debug("data source: not readable as a pool; its connections are no health signal", e);
      }
    }
  }

  /** Registers the pools, and the fullest of them for the application's own sources. */
  void watch(AdaptiveLimits limits, List<String> application) {
    if (pools.isEmpty()) {
      return;
    }
    for (HikariDataSource pool : pools) {
      limits.watch(pool.getPoolName(), now -> signal(used(pool)));
    }
    for (String source : application) {
      limits.watch(source, now -> signal(fullest()));
    }
  }

  private static Map<Signal, Double> signal(double used) {
    return Map.of(Signal.CONNECTION_POOL, used);
  }

  private double fullest() {
    return pools.stream().mapToDouble(PoolSignals::used).max().orElse(0);
  }

  /** Returns the part of the connections in use; above 1 if threads wait for one. */
  private static double used(HikariDataSource pool) {
    HikariPoolMXBean state = pool.getHikariPoolMXBean();
    if (state == null) {
      return 0; // it opens with the first connection
    }
    int busy = state.getActiveConnections() + state.getThreadsAwaitingConnection();
    return Math.min(MOST, busy / (double) Math.max(1, pool.getMaximumPoolSize()));
  }
}
