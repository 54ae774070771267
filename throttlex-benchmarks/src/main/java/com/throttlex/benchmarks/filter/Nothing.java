package com.throttlex.benchmarks.filter;

import java.lang.reflect.Proxy;

/** The base of requests and responses that have only the methods that filters call. */
final class Nothing {
  private Nothing() {}

  /** Returns an object whose methods all fail. */
  static <T> T of(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              throw new UnsupportedOperationException(method.toString());
            }));
  }
}
