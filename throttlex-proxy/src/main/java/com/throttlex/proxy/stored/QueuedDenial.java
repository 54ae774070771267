package com.throttlex.proxy.stored;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.algorithm.Limit;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.RuleBook;
import org.jspecify.annotations.Nullable;

/** Finds the denials that a stored request can wait for, and its lane. */
final class QueuedDenial {
  private QueuedDenial() {}

  /**
   * Returns the lane of a denied request; null if it cannot wait, because a rule that denies has
   * another {@code on-exceed}, or because waiting does not help.
   *
   * <p>The lane is made of the keys that the request has under the rules that queue. So requests
   * that have all these keys in common are sent in order.
   */
  static @Nullable String lane(RequestContext request, Decision denial, RuleBook book) {
    if (denial.isShed() || denial.isBlocked() || denial.waitNanos() == Limit.NEVER) {
      return null;
    }
    StringBuilder keys = new StringBuilder();
    for (LimitStatus status : denial.limits()) {
      CompiledRule rule = book.rule(status.rule());
      boolean queues = rule != null && rule.rule().onExceed().kind() == OnExceed.Kind.QUEUE;
      if (denies(status, denial) && !queues) {
        return null;
      } else if (rule != null && queues) {
        keys.append(rule.text(request)).append('\n');
      }
    }
    return keys.isEmpty() ? null : StoredTicket.hash(keys.toString());
  }

  private static boolean denies(LimitStatus status, Decision denial) {
    return status.rule().equals(denial.rule()) || (!status.allowed() && !status.shadow());
  }
}
