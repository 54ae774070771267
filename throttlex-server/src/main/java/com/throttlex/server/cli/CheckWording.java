package com.throttlex.server.cli;

import com.throttlex.request.ShownText;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The answer to a check as text for people. */
final class CheckWording {
  private final JsonObject decision;
  private final Instant now;

  CheckWording(JsonObject decision, Instant now) {
    this.decision = decision;
    this.now = now;
  }

  String text() {
    StringBuilder text = new StringBuilder(verdict());
    if (decision.getBoolean("degraded", false)) {
      text.append(" (degraded: the store does not answer)");
    }
    String reservation = decision.getString("reservation");
    if (reservation != null) {
      text.append(System.lineSeparator()).append("reservation: ").append(reservation);
    }
    return text.toString();
  }

  private String verdict() {
    boolean allowed = decision.getBoolean("allowed", false);
    String rule = rule();
    String word = allowed ? "allowed" : ticket() == null ? "denied" : "queued";
    if (decision.getBoolean("blocked", false)) {
      word = "blocked";
    }
    String by = word + (rule == null ? "" : " by " + rule);
    if (rule == null || decision.getLong("limit") == null) {
      return by + ": " + (rule == null ? "no rule applies" : "no limit");
    }
    return by + ": " + left() + ", " + (allowed ? then() : retry());
  }

  private @Nullable String rule() {
    String rule = decision.getString("rule");
    return rule == null ? null : ShownText.plain(rule);
  }

  private String left() {
    return decision.getLong("remaining", 0L) + " of " + decision.getLong("limit") + " left";
  }

  private String then() {
    long seconds = Math.max(0, decision.getLong("resetAt", 0L) - now.getEpochSecond());
    long delay = decision.getLong("delayMs", 0L);
    String resets = "resets in " + seconds + " s";
    return delay == 0 ? resets : resets + ", after a wait of " + delay + " ms";
  }

  private @Nullable String ticket() {
    return decision.getString("ticket");
  }

  private String retry() {
    String ticket = ticket();
    return ticket == null
        ? "retry in " + decision.getLong("retryAfter", 0L) + " s"
        : "ticket " + ShownText.plain(ticket);
  }
}
