package com.throttlex.spring.store;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.micrometer.MeteredStore;
import com.throttlex.micrometer.StoreMetrics;
import com.throttlex.provider.StoreConnection;
import com.throttlex.shared.Discrepancy;
import com.throttlex.shared.SharedStore;
import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Counters that this application shares with others, in a store that may be unavailable. */
final class RemoteCounters implements Counters {
  private final StoreConnection connection;
  private final SharedStore shared;
  private final Store store;
  private final boolean required;

  RemoteCounters(StoreConnection connection, StoreContext around) {
    this.connection = connection;
    required = around.required();
    shared = new SharedStore(connection.name(), connection, around.shared(kind()));
    MeterRegistry registry = around.registry();
    if (registry == null) {
      store = shared;
    } else {
      store = new MeteredStore(shared, around.label(kind()), registry, System::nanoTime, 1);
      if (around.name().isEmpty()) {
        StoreMetrics.nodes(registry, shared::live);
        StoreMetrics.discrepancy(registry, shared::discrepancy);
      }
    }
  }

  /**
   * Waits some seconds for the store, and sends heartbeats from now on.
   *
   * @throws InvalidThrottleXException when the store cannot be used, or is required and not
   *     reachable
   */
  RemoteCounters begin() {
    // Not the application's clock, which a test may stop.
    TimeSource clock = new SystemTime();
    try {
      awaitFirstAnswer(clock);
      shared.keepBeating();
      return this;
    } catch (IllegalArgumentException e) {
      close();
      throw new InvalidThrottleXException(List.of("throttlex." + e.getMessage()));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void awaitFirstAnswer(TimeSource clock) {
    if (shared.isAnswering(clock, clock.nanos(), () -> false)) {
      return;
    }
    if (required) {
      throw new IllegalArgumentException(
          "store: "
              + shared.silence()
              + " (expected: a store that answers, because throttlex.store-required is true)");
    }
    shared.warn();
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Notes notes() {
    return shared.notes();
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public int live() {
    return shared.live();
  }

  @Override
  public Discrepancy discrepancy() {
    return shared.discrepancy();
  }

  @Override
  public Duration timeout() {
    return connection.timeout();
  }

  @Override
  public String place() {
    return connection.address();
  }

  @Override
  public String kind() {
    return connection.kind();
  }

  @Override
  public String problem() {
    return shared.problem();
  }

  @Override
  public Map<String, Object> details() {
    return shared.details();
  }

  @Override
  public void close() {
    store.close();
    connection.close();
  }
}
