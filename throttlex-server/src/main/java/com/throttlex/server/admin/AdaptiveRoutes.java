package com.throttlex.server.admin;

import com.throttlex.TimeSource;
import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.AdaptiveStatus;
import com.throttlex.jdbc.AuditEntry;
import com.throttlex.jdbc.AuditTable;
import com.throttlex.request.ShownText;
import com.throttlex.server.json.JsonMembers;
import com.throttlex.server.prometheus.PolledSignal;
import com.throttlex.store.StoreUnavailableException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows and changes adaptive limits; each change is audited first, then made. */
final class AdaptiveRoutes {
  private static final int PATIENCE_SECONDS = 5;
  private static final long LONGEST_SECONDS = Duration.ofDays(365).toSeconds();

  private final AdaptiveLimits adaptive;
  private final TimeSource time;
  private final AuditTable audit;
  private final Supplier<List<PolledSignal>> polled;
  private final Supplier<List<AdaptivePoint>> past;

  AdaptiveRoutes(AdminServices parts) {
    adaptive = parts.throttlex().adaptive();
    time = parts.time();
    audit = parts.database().audit();
    polled = parts.polled();
    past = parts.adaptivePast();
  }

  AdminAnswer list(AdminCall call) {
    return AdminAnswer.ok(AdaptiveJson.of(adaptive.status(), polled.get()));
  }

  /** Shows limits and health over the last hour. */
  AdminAnswer past(AdminCall call) {
    JsonArray points = new JsonArray();
    past.get().forEach(point -> points.add(AdaptiveJson.of(point)));
    return AdminAnswer.ok(new JsonObject().put("points", points));
  }

  AdminAnswer read(AdminCall call) {
    return AdminAnswer.ok(AdaptiveJson.of(require(call)));
  }

  AdminAnswer override(AdminCall call) {
    AdaptiveStatus.Limit before = require(call);
    JsonMembers fields = new JsonMembers(call.json(), "limit", "seconds");
    long limit = fields.number("limit", before.range().min(), before.range().max());
    Duration forTime =
        fields.has("seconds")
            ? Duration.ofSeconds(fields.number("seconds", 1, LONGEST_SECONDS))
            : null;
    fields.finish(ProblemException::unprocessable);
    return change(
        call,
        "limit-fixed",
        before.limit() + " -> " + limit + until(forTime),
        () -> adaptive.fix(before.rule(), limit, forTime, time.nanos()));
  }

  private static String until(@Nullable Duration forTime) {
    return forTime == null ? " until it is resumed" : " for " + forTime.toSeconds() + " s";
  }

  AdminAnswer freeze(AdminCall call) {
    AdaptiveStatus.Limit before = require(call);
    return change(
        call, "limit-frozen", stays(before), () -> adaptive.freeze(before.rule(), time.nanos()));
  }

  AdminAnswer resume(AdminCall call) {
    AdaptiveStatus.Limit before = require(call);
    return change(
        call, "limit-resumed", stays(before), () -> adaptive.resume(before.rule(), time.nanos()));
  }

  private static String stays(AdaptiveStatus.Limit before) {
    return before.limit() + " -> " + before.limit();
  }

  private AdminAnswer change(
      AdminCall call, String action, String detail, Supplier<CompletionStage<?>> change) {
    String rule = call.variable("rule");
    audit.append(List.of(new AuditEntry(call.now(), call.actor(), action, rule, null, detail)));
    await(change.get());
    return read(call);
  }

  private static void await(CompletionStage<?> change) {
    try {
      change.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("limits: interrupted", e);
    } catch (TimeoutException e) {
      throw new StoreUnavailableException(
          "limits: the change is not confirmed; read the limit before you retry", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IllegalStateException busy) {
        throw new ProblemException(409, String.valueOf(busy.getMessage()));
      }
      throw new StoreUnavailableException("limits: " + e.getMessage(), e);
    }
  }

  private AdaptiveStatus.Limit require(AdminCall call) {
    String rule = call.variable("rule");
    return adaptive.status().rules().stream()
        .filter(limit -> limit.rule().equals(rule))
        .findFirst()
        .orElseThrow(
            () ->
                new ProblemException(
                    404,
                    "rule: "
                        + ShownText.quoted(rule)
                        + " (expected: the id of a rule with `adaptive`)"));
  }
}
