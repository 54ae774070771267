package com.throttlex.spring;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admissions;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a ThrottleX service.
 *
 * <p>A check has the attributes {@code rule}, the name, and {@code key}, the value. The rule of the
 * service then has {@code match: {attributes: {rule: NAME}}} and {@code key: [attribute:key]}. If
 * the value is a map, each part is sent in its own field.
 */
final class ServiceRules extends NamedRules {
  private final Decider service;
  private final int ipv6Prefix;

  ServiceRules(Decider service, Admissions admissions, int ipv6Prefix) {
    super(service, admissions);
    this.service = service;
    this.ipv6Prefix = ipv6Prefix;
  }

  @Override
  List<String> problems(RuleBook next, RuleUses uses) {
    return List.of();
  }

  @Override
  public @Nullable Rule find(String rule) {
    return null;
  }

  @Override
  public boolean hasKey(String rule) {
    return true;
  }

  @Override
  public boolean has(String rule) {
    return false;
  }

  @Override
  public void define(Rule rule) {
    throw new IllegalArgumentException(
        "rule: \"" + rule.id() + "\" (expected: one that the server has, as it decides)");
  }

  @Override
  public CompletionStage<Decision> check(
      String rule, @Nullable Object key, long cost, boolean revocable) {
    RequestContext request = request(rule, key, cost);
    return service.checkAsync(revocable ? request.withTakeBack() : request);
  }

  private RequestContext request(String rule, @Nullable Object key, long cost) {
    RequestContextBuilder request =
        RequestContext.builder().ipv6Prefix(ipv6Prefix).attribute(RULE, rule);
    if (key instanceof Map<?, ?> values) {
      values.forEach(
          (part, value) -> {
            KeyPart parsed = KeyPart.parse(String.valueOf(part));
            NamedRule.set(request, parsed, Objects.requireNonNull(value, parsed::toString));
          });
    } else if (key != null) {
      request.attribute(KEY, key.toString());
    }
    return cost == RequestContext.UNSET ? request.build() : request.cost(cost).build();
  }

  @Override
  public Consumer<Outcome> watch(Collection<String> allowing, String other) {
    return outcome -> {};
  }
}
