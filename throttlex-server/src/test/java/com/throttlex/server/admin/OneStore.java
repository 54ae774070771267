package com.throttlex.server.admin;

import com.throttlex.shared.placement.MoveStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** The only store of a service. */
final class OneStore implements CounterStores {
  @Override
  public List<CounterStore> stores() {
    return List.of(new CounterStore("default", "memory", "", 0, Map.of()));
  }

  @Override
  public List<MoveStatus> moves() {
    return List.of();
  }

  @Override
  public String name(String field, String nameOrUrl) {
    return nameOrUrl;
  }

  @Override
  public CompletionStage<Void> move(String from, String to) {
    throw new IllegalArgumentException("to: " + to + " (expected: another store)");
  }
}
