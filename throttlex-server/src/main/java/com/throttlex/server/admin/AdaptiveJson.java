package com.throttlex.server.admin;

import com.throttlex.adaptive.AdaptiveStatus;
import com.throttlex.adaptive.Signal;
import com.throttlex.adaptive.SourceReport;
import com.throttlex.server.prometheus.PolledSignal;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Adaptive limits as JSON of answers. */
final class AdaptiveJson {
  private AdaptiveJson() {}

  static JsonObject of(AdaptiveStatus status, List<PolledSignal> polled) {
    JsonObject sources = new JsonObject();
    new TreeMap<>(status.sources()).forEach((name, source) -> sources.put(name, of(source)));
    JsonArray rules = new JsonArray();
    status.rules().forEach(limit -> rules.add(of(limit)));
    JsonArray polls = new JsonArray();
    polled.forEach(each -> polls.add(of(each)));
    return new JsonObject()
        .put("sources", sources)
        .put("rules", rules)
        .put("nodes", status.nodes())
        .put("ignored", status.ignored())
        .put("problem", status.problem())
        .put("polled", polls);
  }

  private static JsonObject of(PolledSignal polled) {
    return new JsonObject()
        .put("service", polled.service())
        .put("signal", HealthSignal.member(polled.signal()))
        .put("value", polled.value())
        .put("ageSeconds", polled.ageSeconds())
        .put("problem", polled.problem());
  }

  private static JsonObject of(SourceReport source) {
    return new JsonObject()
        .put("health", source.health().score())
        .put("confidence", source.health().confidence())
        .put("parts", bySignal(source.health().parts()))
        .put("values", bySignal(source.values()));
  }

  private static JsonObject bySignal(Map<Signal, Double> numbers) {
    JsonObject json = new JsonObject();
    new TreeMap<>(numbers).forEach((signal, n) -> json.put(HealthSignal.member(signal), n));
    return json;
  }

  static JsonObject of(AdaptivePoint point) {
    JsonObject health = new JsonObject();
    new TreeMap<>(point.health()).forEach(health::put);
    JsonObject rules = new JsonObject();
    new TreeMap<>(point.limits())
        .forEach((rule, limit) -> rules.put(rule, new JsonObject().put("limit", limit)));
    return new JsonObject()
        .put("at", point.at().toString())
        .put("health", health)
        .put("rules", rules);
  }

  static JsonObject of(AdaptiveStatus.Limit limit) {
    JsonObject terms = new JsonObject();
    new TreeMap<>(limit.terms()).forEach(terms::put);
    return new JsonObject()
        .put("rule", limit.rule())
        .put("limit", limit.limit())
        .put("min", limit.range().min())
        .put("base", limit.range().base())
        .put("max", limit.range().max())
        .put("mode", limit.mode().name().toLowerCase(Locale.ROOT))
        .put("fixedFor", seconds(limit.fixedFor()))
        .put("follows", new JsonArray(limit.follows()))
        .put("health", limit.health().score())
        .put("confidence", limit.health().confidence())
        .put("reason", limit.reason())
        .put("terms", terms);
  }

  /** Returns whole seconds, rounded up. */
  private static @Nullable Long seconds(@Nullable Duration time) {
    return time == null ? null : Math.max(0, time.plusNanos(999_999_999).toSeconds());
  }
}
