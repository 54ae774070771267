package com.throttlex.spring.method;

import java.lang.reflect.Method;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.expression.EvaluationContext;

/** The annotations of one method of one class, with parsed expressions. */
final class MethodLimits {
  private final Expressions expressions;
  private final Method method;
  private final List<MethodLimit> conditions;

  /**
   * Creates a guard.
   *
   * @param method the method whose parameters the conditions use
   */
  MethodLimits(Expressions expressions, Method method, List<MethodLimit> conditions) {
    this.expressions = expressions;
    this.method = method;
    this.conditions = List.copyOf(conditions);
  }

  /** Returns the checks for one call, in order; nothing is charged yet when an expression fails. */
  List<Ask> asks(MethodInvocation invocation) {
    Object target = invocation.getThis();
    EvaluationContext context = expressions.context(call(target, invocation.getArguments()));
    return conditions.stream().map(condition -> condition.ask(context)).toList();
  }

  private MethodCall call(@Nullable Object target, @Nullable Object[] arguments) {
    Class<?> type = target == null ? method.getDeclaringClass() : AopUtils.getTargetClass(target);
    return new MethodCall(target, type, method, arguments);
  }
}
