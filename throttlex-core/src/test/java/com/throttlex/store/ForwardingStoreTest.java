package com.throttlex.store;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.Test;

class ForwardingStoreTest {
  @Test
  void forwardingStore_ofEveryMethodOfAStore_hasItsOwn() {
    for (Method method : Store.class.getDeclaredMethods()) {
      if (!Modifier.isStatic(method.getModifiers())) {
        assertThatCode(
                () ->
                    ForwardingStore.class.getDeclaredMethod(
                        method.getName(), method.getParameterTypes()))
            .as("%s (expected: forwarded)", method)
            .doesNotThrowAnyException();
      }
    }
  }
}
