package com.throttlex.spring.method;

import com.throttlex.request.RequestContext;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;

/**
 * One annotation of a method, with parsed expressions.
 *
 * @param rule the rule's id
 * @param key the expression of the key, or null for none
 * @param cost the expression of the units to charge, or null for the rule's own
 */
record MethodLimit(String rule, @Nullable Expression key, @Nullable Expression cost) {
  /** Returns the check for one call. */
  Ask ask(EvaluationContext context) {
    return new Ask(rule, key == null ? null : key(key, context), units(context));
  }

  // A key that is null by mistake would make all callers share one counter.
  private static Object key(Expression key, EvaluationContext context) {
    Object value = key.getValue(context);
    if (value == null) {
      throw new IllegalArgumentException(
          "key: null (expected: a value of " + key.getExpressionString() + ")");
    }
    return value;
  }

  /** Returns the units to charge. */
  long units(EvaluationContext context) {
    if (cost == null) {
      return RequestContext.UNSET;
    }
    Object value = cost.getValue(context);
    if (value instanceof Number number
        && number.doubleValue() == number.longValue()
        && number.longValue() >= 0
        && number.longValue() <= RequestContext.MAX_COST) {
      return number.longValue();
    }
    throw new IllegalArgumentException(
        "cost: "
            + value
            + " (expected: a whole number from 0 to "
            + RequestContext.MAX_COST
            + " as value of "
            + cost.getExpressionString()
            + ")");
  }
}
