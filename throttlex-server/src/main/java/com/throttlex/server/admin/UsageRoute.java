package com.throttlex.server.admin;

import com.throttlex.jdbc.Resolution;
import com.throttlex.jdbc.Retention;
import com.throttlex.jdbc.Usage;
import com.throttlex.jdbc.UsageTable;
import com.throttlex.request.ShownText;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Shows the number of decisions of rules, by minute or by hour. */
final class UsageRoute {
  private static final int MOST = 10_000;

  private final UsageTable usage;

  UsageRoute(AdminServices parts) {
    usage = parts.database().usage();
  }

  AdminAnswer query(AdminCall call) {
    QueryText query = call.query("rule", "from", "to", "resolution");
    Instant from =
        Objects.requireNonNullElse(query.time("from"), call.now().minus(Duration.ofHours(1)));
    Instant to =
        Objects.requireNonNullElse(query.time("to"), call.now().plus(Duration.ofMinutes(1)));
    if (!from.isBefore(to)) {
      throw QueryText.wrong("to", to.toString(), "a time after from");
    }
    Resolution resolution = resolution(query, from, call.now());
    List<Usage> found = usage.query(query.text("rule"), from, to, resolution, MOST + 1);
    if (found.size() > MOST) {
      throw QueryText.wrong(
          "from",
          from.toString(),
          "a shorter time span, one rule or hours: at most " + MOST + " rows");
    }
    return AdminAnswer.ok(json(resolution, found));
  }

  private static Resolution resolution(QueryText query, Instant from, Instant now) {
    String named = query.text("resolution");
    if (named == null) {
      boolean recent = !from.isBefore(now.minus(Retention.MINUTES));
      return recent ? Resolution.MINUTE : Resolution.HOUR;
    }
    for (Resolution resolution : Resolution.values()) {
      if (word(resolution).equals(named)) {
        return resolution;
      }
    }
    throw QueryText.wrong("resolution", ShownText.quoted(named), "minute or hour");
  }

  private static String word(Resolution resolution) {
    return resolution.name().toLowerCase(Locale.ROOT);
  }

  private static JsonObject json(Resolution resolution, List<Usage> found) {
    JsonArray rows = new JsonArray();
    for (Usage row : found) {
      rows.add(
          new JsonObject()
              .put("start", row.start().toString())
              .put("rule", row.rule())
              .put("allowed", row.allowed())
              .put("denied", row.denied())
              .put("shadowDenied", row.shadowDenied()));
    }
    return new JsonObject().put("resolution", word(resolution)).put("usage", rows);
  }
}
