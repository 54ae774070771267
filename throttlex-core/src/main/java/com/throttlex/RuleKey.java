package com.throttlex;

import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Matching;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The key of a request under a rule; a reusable object that prints the key on demand. */
final class RuleKey implements Key {
  private @Nullable CompiledRule rule;
  private @Nullable RequestContext request;
  private @Nullable String tier;
  private long hi;
  private long lo;

  RuleKey of(CompiledRule rule, Matching matching, KeyHash hash) {
    this.rule = rule;
    request = matching.request();
    tier = matching.tier();
    rule.hash(hash, request, tier);
    hi = hash.hi();
    lo = hash.lo();
    return this;
  }

  @Override
  public long hi() {
    return hi;
  }

  @Override
  public long lo() {
    return lo;
  }

  @Override
  public long scope() {
    return rule().scope();
  }

  @Override
  public String text() {
    return rule().text(request(), tier);
  }

  @Override
  public String subject() {
    return rule().subject(request(), tier);
  }

  private CompiledRule rule() {
    return Objects.requireNonNull(rule);
  }

  private RequestContext request() {
    return Objects.requireNonNull(request);
  }
}
