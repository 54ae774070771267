package com.throttlex.server.http;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.key.SecretValue;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.Ticket;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestField;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Rule;
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
 * Puts denied requests into the queue of their service when the rules set it.
 *
 * <p>Every rule that denies must have {@code on-exceed: queue}. Peeks, requests from the queue and
 * requests that can never be allowed are denied as usual. So is a request to which a rule applies
 * that uses its API key or headers. Those may be secrets and are not written to the queue; without
 * them the request would later count as another one.
 */
final class Overflow {
  private static final Logger LOG = LoggerFactory.getLogger(Overflow.class);

  private final OverflowQueue queue;

  Overflow(OverflowQueue queue) {
    this.queue = queue;
  }

  /**
   * Returns whether a request with this decision goes to the queue.
   *
   * @param book the rules that decided, which may no longer be in force
   */
  static boolean takes(CheckBody asked, RequestContext request, Decision decision, RuleBook book) {
    return request.cost() != 0
        && !asked.isQueued()
        && decision.isQueued(book)
        && decision.limits().stream().noneMatch(status -> looksAtSecrets(status, book));
  }

  private static boolean looksAtSecrets(LimitStatus status, RuleBook book) {
    CompiledRule compiled = book.rule(status.rule());
    return compiled == null || looksAtSecrets(compiled.rule());
  }

  private static boolean looksAtSecrets(Rule rule) {
    return !rule.match().apiKeys().isEmpty()
        || !rule.match().subjects().isEmpty()
        || rule.match().attributes().keySet().stream().anyMatch(SecretValue::isNamed)
        || rule.key().stream()
            .anyMatch(part -> part.isSecret() || part.kind() == KeyPart.Kind.HEADER);
  }

  /** Queues a request; returns no ticket if the queue is full or unavailable. */
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
   * Returns the request as the body of a check. Attributes with secret names are left out, because
   * workers and viewers read the body, and no rule that applies uses them.
   */
  static String text(RequestContext request) {
    JsonObject body = new JsonObject();
    for (RequestField field : RequestField.ALL) {
      Object value = field.isSecret() || field.followsDecision() ? null : field.get(request);
      if (value instanceof Map<?, ?> entries) {
        value = shown(entries);
      }
      if (value != null) {
        body.put(field.text(), value);
      }
    }
    return body.encode();
  }

  private static @Nullable JsonObject shown(Map<?, ?> entries) {
    JsonObject shown = new JsonObject();
    new TreeMap<>(entries)
        .forEach(
            (name, value) -> {
              if (!SecretValue.isNamed((String) name)) {
                shown.put((String) name, value);
              }
            });
    return shown.isEmpty() ? null : shown;
  }

  /** Returns a name for a request that a client may repeat, so that it is not queued twice. */
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
