package com.throttlex.shared;

import com.throttlex.provider.Heartbeat;
import com.throttlex.provider.StoreConnection;
import com.throttlex.store.BatchStore;
import com.throttlex.store.MemoryNotes;
import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A connection to a store in this process. */
record TestConnection(
    BatchStore counters, Heartbeat heartbeat, Supplier<CompletionStage<List<String>>> warned)
    implements StoreConnection {
  /** Creates the connection of a single node. */
  TestConnection(BatchStore counters) {
    this(counters, new Alone(), () -> CompletableFuture.completedFuture(List.of()));
  }

  private record Alone() implements Heartbeat {
    @Override
    public CompletionStage<?> beat() {
      return CompletableFuture.completedFuture(1);
    }

    @Override
    public int live() {
      return 1;
    }

    @Override
    public CompletionStage<?> leave() {
      return CompletableFuture.completedFuture(1);
    }
  }

  @Override
  public String kind() {
    return "redis";
  }

  @Override
  public String name() {
    return "Redis";
  }

  @Override
  public String address() {
    return "Redis at h:1";
  }

  @Override
  public Duration timeout() {
    return Duration.ofSeconds(10);
  }

  @Override
  public Notes notes() {
    return new MemoryNotes(() -> 0);
  }

  @Override
  public CompletionStage<List<String>> warnings() {
    return warned.get();
  }
}
