package com.throttlex.server.admin;

import com.throttlex.jdbc.Resolution;
import com.throttlex.jdbc.Retention;
import com.throttlex.jdbc.Usage;
import com.throttlex.jdbc.UsageTable;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Shows the number of decisions of rules: the records as they are, or sums. */
final class UsageRoute {
  private static final int MOST = 10_000;

  private final UsageTable usage;

  private final UsageSums sums;

  UsageRoute(AdminServices parts) {
    usage = parts.database().usage();
    sums = new UsageSums(usage, parts.unwritten());
  }

  AdminAnswer query(AdminCall call) {
    QueryText query =
        call.query("rule", "from", "to", "resolution", "group", "step", "zone", "limit");
    return UsageSums.isWanted(query)
        ? AdminAnswer.ok(sums.answer(query, call.now()))
        : records(call, query);
  }

  private AdminAnswer records(AdminCall call, QueryText query) {
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
    Resolution named = query.choice("resolution", Resolution.values());
    if (named != null) {
      return named;
    }
    boolean recent = !from.isBefore(now.minus(Retention.MINUTES));
    return recent ? Resolution.MINUTE : Resolution.HOUR;
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
              .put("shadowDenied", row.shadowDenied())
              .put("delayed", row.delayed()));
    }
    return new JsonObject().put("resolution", QueryText.word(resolution)).put("usage", rows);
  }
}
