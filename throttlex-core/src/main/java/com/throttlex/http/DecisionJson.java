package com.throttlex.http;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.algorithm.Algorithm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a decision as the JSON body of a check's answer. */
public final class DecisionJson {
  private DecisionJson() {}

  /** Returns the members of a decision, the same for allow and deny: {@code application/json}. */
  public static String body(Decision decision) {
    JsonWriter json = new JsonWriter().beginObject();
    members(json, decision);
    return json.endObject().toString();
  }

  /**
   * Returns a denial as a problem (RFC 9457), {@link ProblemJson#MEDIA_TYPE}: the members of {@link
   * #body}, followed by those of a problem.
   *
   * @throws IllegalArgumentException when the decision allows the request
   */
  public static String denial(Decision decision) {
    return denial(decision, decision.key());
  }

  /**
   * Returns a denial as a problem whose {@code message} names that key, or the rule if the key is
   * null.
   *
   * @throws IllegalArgumentException when the decision allows the request
   */
  public static String denial(Decision decision, @Nullable String key) {
    if (decision.allowed()) {
      throw new IllegalArgumentException("decision: " + decision + " (expected: a denial)");
    }
    List<NamedLimit> policies = NamedLimit.shown(decision);
    JsonWriter json = new JsonWriter().beginObject();
    members(json, decision);
    ProblemJson.members(
        json,
        decision.isShed() ? ProblemType.REDUCED_CAPACITY : ProblemType.QUOTA_EXCEEDED,
        Refusal.status(decision),
        Wording.detail(decision, policies),
        Wording.message(decision, key),
        decision.nowNanos());
    json.member("retry_after", decision.retryAfter());
    json.beginArray("violated-policies");
    for (NamedLimit policy : policies) {
      if (!policy.status().allowed()) {
        json.element(policy.name());
      }
    }
    return json.endArray().endObject().toString();
  }

  /**
   * Returns a denial whose request was queued: the members of {@link #body}, followed by the
   * ticket.
   *
   * @param deadline when the queued request expires, in Unix seconds
   */
  public static String queued(Decision decision, String ticket, long deadline) {
    JsonWriter json = new JsonWriter().beginObject();
    members(json, decision);
    return json.member("queued", true)
        .member("ticket", ticket)
        .member("deadline", deadline)
        .endObject()
        .toString();
  }

  private static void members(JsonWriter json, Decision decision) {
    Algorithm algorithm = decision.algorithm();
    json.member("allowed", decision.allowed())
        .member("limit", decision.limit())
        .member("remaining", decision.remaining())
        .member("currentCount", decision.currentCount())
        .member("resetAt", decision.resetAt())
        .member("retryAfter", decision.retryAfter())
        .member("rule", decision.rule())
        .member("algorithm", algorithm == null ? null : algorithm.toString())
        .member("state", decision.state().name())
        .member("degraded", decision.degraded());
    if (algorithm == Algorithm.LEAKY_BUCKET && decision.allowed()) {
      json.member("queue_position", decision.currentCount());
    }
    if (decision.isBlocked()) {
      json.member("blocked", true);
    }
    if (decision.delayMillis() > 0) {
      json.member("delayMs", decision.delayMillis());
    }
    if (decision.reservation() != null) {
      json.member("reservation", decision.reservation());
    }
    limits(json, decision.limits());
  }

  private static void limits(JsonWriter json, List<LimitStatus> limits) {
    json.beginArray("limits");
    for (LimitStatus status : limits) {
      json.beginObject()
          .member("rule", status.rule())
          .member("limit", status.capacity())
          .member("windowSeconds", status.windowSeconds())
          .member("remaining", status.remaining())
          .member("resetAt", status.resetAt())
          .endObject();
    }
    json.endArray();
  }
}
