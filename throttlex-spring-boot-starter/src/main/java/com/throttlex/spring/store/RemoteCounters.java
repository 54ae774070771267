package com.throttlex.spring.store;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.distributed.SharedCounters;
import com.throttlex.micrometer.MeteredStore;
import com.throttlex.micrometer.StoreMetrics;
import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;

/** Counters that this application shares with others, and which may be away. */
final class RemoteCounters implements Counters {
  private final String kind;
  private final String place;
  private final SharedCounters counters;
  private final Store store;
  private final boolean required;
  private final Runnable end;

  /**
   * Measures the counters.
   *
   * @param kind the place as metrics and health name it
   * @param place the place in words for a log
   * @param end closes what the counters do not
   */
  RemoteCounters(
      String kind, String place, SharedCounters counters, StoreContext around, Runnable end) {
    this.kind = kind;
    this.place = place;
    this.counters = counters;
    this.required = around.required();
    this.end = end;
    MeterRegistry registry = around.registry();
    if (registry == null) {
      store = counters.store();
    } else {
      store = new MeteredStore(counters.store(), kind, registry, System::nanoTime, 1);
      StoreMetrics.nodes(registry, counters::live);
    }
  }

  /**
   * Waits a moment for the place, and tells the others of this node from now on.
   *
   * @throws InvalidThrottleXException when what is there cannot be used, or is required and away
   */
  RemoteCounters begin() {
    // Not by the application's clock, which a test may hold still.
    TimeSource clock = new SystemTime();
    try {
      awaitFirstAnswer(clock);
      counters.keepBeating();
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
    if (counters.isAnswering(clock, clock.nanos(), () -> false)) {
      return;
    }
    if (required) {
      throw new IllegalArgumentException(
          "store: "
              + counters.silence()
              + " (expected: a store that answers, because throttlex.store-required is true)");
    }
    counters.warn();
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Notes notes() {
    return counters.notes();
  }

  @Override
  public String place() {
    return place;
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public String problem() {
    return counters.problem();
  }

  @Override
  public Map<String, Object> details() {
    Map<String, String> places = counters.breakers();
    return places.isEmpty()
        ? Map.of("breaker", counters.breaker(), "nodes", counters.live())
        : Map.of("breakers", places, "nodes", counters.live());
  }

  @Override
  public void close() {
    store.close();
    end.run();
  }
}
