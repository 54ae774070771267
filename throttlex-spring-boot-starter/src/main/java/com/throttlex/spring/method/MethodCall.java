package com.throttlex.spring.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The call of a method, which is what {@code #root} is in expressions.
 *
 * @param target the object called
 * @param targetClass its class
 * @param method the method called
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
