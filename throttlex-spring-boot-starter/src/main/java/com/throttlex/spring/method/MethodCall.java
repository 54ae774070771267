package com.throttlex.spring.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A method call; {@code #root} in expressions.
 *
 * @param target the called object
 * @param targetClass its class
 * @param method the called method
 * @param args the arguments
 */
@SuppressWarnings("ArrayRecordComponent") // for expressions only, and never compared
record MethodCall(
    @Nullable Object target, Class<?> targetClass, Method method, @Nullable Object[] args) {
  /** The method's name. */
  public String methodName() {
    return method.getName();
  }
}
