package com.throttlex.jdbc.counters;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** A database that calls a hook with each statement just before it is prepared. */
record HookedSource(DataSource source, Consumer<String> hook) {
  DataSource asDataSource() {
    return proxy(DataSource.class, source);
  }

  private <T> T proxy(Class<T> type, T of) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> called(of, method, arguments)));
  }

  private Object called(Object of, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("prepareStatement")) {
      hook.accept((String) arguments[0]);
    }
    try {
      Object result = method.invoke(of, arguments);
      return result instanceof Connection connection ? proxy(Connection.class, connection) : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
