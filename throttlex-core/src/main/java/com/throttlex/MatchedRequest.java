package com.throttlex;

import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Matching;
import com.throttlex.rule.RuleBook;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a book that apply to one request, and its keys under them.
 *
 * <p>{@link ThrottleX#match} makes one for a check that follows, possibly in another thread.
 */
public final class MatchedRequest {
  private final Matching matching = new Matching();
  private RuleKey[] keys = new RuleKey[0];
  private @Nullable RuleBook book;
  private @Nullable RequestContext asked;

  MatchedRequest() {}

  /** Finds the rules and the keys of a request, in place of those of the last one. */
  MatchedRequest match(RuleBook by, Users users, RequestContext request, KeyHash hash) {
    book = by;
    asked = request;
    by.match(users.withTier(request), matching);
    for (int i = 0; i < matching.size(); i++) {
      spareKey(i).of(matching.get(i), matching, hash);
    }
    return this;
  }

  private RuleKey spareKey(int i) {
    if (i == keys.length) {
      keys = Arrays.copyOf(keys, Math.max(2 * i, matching.size()));
      for (int j = i; j < keys.length; j++) {
        keys[j] = new RuleKey();
      }
    }
    return keys[i];
  }

  /** The request, with the tier of its user and the priority of its class. */
  public RequestContext request() {
    return matching.request();
  }

  /** The number of rules that apply. */
  public int size() {
    return matching.size();
  }

  /** The key of the request under the rule with that index. */
  public Key key(int i) {
    return keys[i];
  }

  Matching matching() {
    return matching;
  }

  RuleKey[] keys() {
    return keys;
  }

  /** The request as it was asked. */
  RequestContext asked() {
    return Objects.requireNonNull(asked);
  }

  boolean isBy(RuleBook other) {
    return book == other;
  }
}
