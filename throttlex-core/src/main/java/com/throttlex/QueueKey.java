package com.throttlex;

import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Matching;
import com.throttlex.rule.OnExceed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The key of a request under a rule with {@code on-exceed: queue}.
 *
 * @param text the printed key; {@link Decision#key} of a denial by this rule is the same
 * @param longest the longest wait under this rule
 */
public record QueueKey(String text, Duration longest) {

  /** Returns the keys under all rules that apply, can deny and queue. */
  static List<QueueKey> of(Matching matching) {
    RequestContext request = matching.request();
    List<QueueKey> keys = new ArrayList<>();
    for (int i = 0; i < matching.size(); i++) {
      CompiledRule rule = matching.get(i);
      OnExceed onExceed = rule.rule().onExceed();
      if (rule.enforces() && onExceed.kind() == OnExceed.Kind.QUEUE) {
        keys.add(new QueueKey(rule.text(request), onExceed.longest()));
      }
    }
    return keys;
  }
}
