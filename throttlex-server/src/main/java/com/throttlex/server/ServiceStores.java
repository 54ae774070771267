package com.throttlex.server;

import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Rule;
import com.throttlex.server.admin.CounterStores;
import com.throttlex.server.backend.Backend;
import com.throttlex.server.config.Settings;
import com.throttlex.shared.placement.MoveStatus;
import com.throttlex.shared.placement.StoreMoves;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** The stores of the running service. */
final class ServiceStores implements CounterStores {
  private final Engine engine;
  private final Settings.Store settings;

  ServiceStores(Engine engine, Settings.Store settings) {
    this.engine = engine;
    this.settings = settings;
  }

  @Override
  public List<CounterStore> stores() {
    List<CounterStore> stores = new ArrayList<>();
    engine
        .backend()
        .conditions()
        .forEach(
            (name, condition) ->
                stores.add(
                    new CounterStore(
                        name,
                        condition.kind(),
                        condition.problem(),
                        rules(name),
                        condition.details())));
    return stores;
  }

  private long rules(String store) {
    Backend backend = engine.backend();
    return engine.throttlex().rules().all().stream()
        .map(CompiledRule::rule)
        .filter(rule -> backend.placesOf(rule.id()).contains(store))
        .count();
  }

  @Override
  public List<MoveStatus> moves() {
    return engine.backend().moves().map(StoreMoves::moves).orElse(List.of());
  }

  @Override
  public String name(String field, String nameOrUrl) {
    if (engine.backend().names().contains(nameOrUrl)) {
      return nameOrUrl;
    } else if (String.join(",", settings.urls()).equals(nameOrUrl)) {
      return Rule.DEFAULT_STORE;
    }
    return settings.further().entrySet().stream()
        .filter(store -> String.join(",", store.getValue()).equals(nameOrUrl))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(field + ": " + unknown(nameOrUrl)));
  }

  /** Returns a message that does not repeat a URL, which may contain a password. */
  private String unknown(String nameOrUrl) {
    String shown = Rule.isStore(nameOrUrl) ? nameOrUrl : "an unknown URL";
    return shown
        + " (expected: one of "
        + String.join(", ", engine.backend().names())
        + ", or the URL of one; `stores` in throttlex.yml names further stores)";
  }

  @Override
  public CompletionStage<Void> move(String from, String to) {
    return engine
        .backend()
        .moves()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "to: " + to + " (expected: another store; throttlex.yml has no `stores`)"))
        .move(from, to);
  }
}
