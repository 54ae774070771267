package com.throttlex.server.http;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.SecretValue;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.Ticket;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.RuleBook;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts denied requests into the queue of their service when the rules say so.
 *
 * <p>Every rule that denies has to say {@code on-exceed: queue}. What only asks, what comes from
 * the queue, and what can never pass is denied as usual. So is a request to which a rule applies
 * that looks at its API key or headers: those may be secrets and are not written into the queue,
 * and without them the request would later count as another one.
 */
final class Overflow {
  private static final Logger LOG = LoggerFactory.getLogger(Overflow.class);

  private final ThrottleX throttlex;
  private final OverflowQueue queue;

  Overflow(ThrottleX throttlex, OverflowQueue queue) {
    this.throttlex = throttlex;
    this.queue = queue;
  }

  /** Whether a request that was decided so is to be queued. */
  boolean takes(CheckBody asked, RequestContext request, Decision decision) {
    String rule = decision.rule();
    return !decision.allowed()
        && rule != null
        && queues(throttlex.rules().rule(rule))
        && request.cost() != 0
        && asked.ticket == null
        && decision.waitNanos() != Limit.NEVER
        && allQueue(decision);
  }

  private boolean allQueue(Decision decision) {
    RuleBook book = throttlex.rules();
    for (LimitStatus status : decision.limits()) {
      CompiledRule rule = book.rule(status.rule());
      boolean denies = !status.allowed() && !status.shadow();
      if (rule == null || (denies && !queues(rule)) || looksAtSecrets(rule)) {
        return false;
      }
    }
    return true;
  }

  private static boolean queues(@Nullable CompiledRule rule) {
    return rule != null && rule.rule().onExceed().kind() == OnExceed.Kind.QUEUE;
  }

  private static boolean looksAtSecrets(CompiledRule rule) {
    return !rule.rule().match().apiKeys().isEmpty()
        || rule.rule().match().attributes().keySet().stream().anyMatch(SecretValue::isNamed)
        || rule.parts().stream()
            .anyMatch(part -> part.isSecret() || part.kind() == KeyPart.Kind.HEADER);
  }

  /** Queues a request; none when the queue is full or cannot be reached. */
  CompletionStage<Optional<Ticket>> offer(RequestContext request) {
    String service = request.service();
    String text = text(request);
    return queue
        .offer(service == null ? OverflowQueue.DEFAULT_SERVICE : service, text, once(request, text))
        .exceptionally(
            failure -> {
              LOG.warn("queue unavailable; a request is denied: {}", failure.toString());
              return Optional.empty();
            });
  }

  /**
   * The request as the body of a check. Attributes with secret names are left out: workers and
   * viewers read it, and no rule that applies looks at them.
   */
  static String text(RequestContext request) {
    JsonObject body = new JsonObject();
    put(body, "user", request.user());
    put(body, "ip", request.ip());
    put(body, "endpoint", request.endpoint());
    put(body, "method", request.method());
    put(body, "service", request.service());
    put(body, "tier", request.tier());
    if (request.priority() != Priority.NORMAL) {
      body.put("priority", request.priority().text());
    }
    if (request.cost() != RequestContext.UNSET) {
      body.put("cost", request.cost());
    }
    Map<String, String> shown = new TreeMap<>(request.attributes());
    shown.keySet().removeIf(SecretValue::isNamed);
    if (!shown.isEmpty()) {
      JsonObject attributes = new JsonObject();
      shown.forEach(attributes::put);
      body.put("attributes", attributes);
    }
    return body.encode();
  }

  private static void put(JsonObject body, String name, @Nullable String value) {
    if (value != null) {
      body.put(name, value);
    }
  }

  /** What names a request that may be repeated; a repetition must not be queued twice. */
  private static @Nullable String once(RequestContext request, String text) {
    String key = request.idempotencyKey();
    if (key == null) {
      return null;
    }
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      hash.update((key + '\n' + request.apiKey() + '\n').getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
