package com.throttlex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.DecisionListener;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** This module in an application without a shared store. */
class WithoutDistributedTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  /** A class loader with this module and without throttlex-shared-store. */
  private static final class Application extends URLClassLoader {
    Application() {
      super(new URL[] {MeteredStore.class.getProtectionDomain().getCodeSource().getLocation()});
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("com.throttlex.shared.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("com.throttlex.micrometer.")) {
        return MeteredStore.class.getClassLoader().loadClass(name);
      }
      Class<?> known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }

  @Test
  void decisionsAndStores_areMeasured() throws Exception {
    try (Application application = new Application()) {
      Class<?> decisions = application.loadClass(DecisionMetrics.class.getName());
      Class<?> stores = application.loadClass(MeteredStore.class.getName());
      assertThat(stores).isNotSameAs(MeteredStore.class);
      assertThat(decisions.getConstructor(MeterRegistry.class).newInstance(registry))
          .isInstanceOf(DecisionListener.class);
      LongSupplier nanoTime = () -> 0;
      Object store =
          stores
              .getConstructor(
                  Store.class, String.class, MeterRegistry.class, LongSupplier.class, int.class)
              .newInstance(new MemoryStore(), "memory", registry, nanoTime, 1);

      assertThat(store).isInstanceOf(Store.class);
      assertThat(registry.get("throttlex.latency").tag("store", "memory").timer()).isNotNull();
      assertThatThrownBy(() -> application.loadClass(StoreMetrics.class.getName()))
          .isInstanceOf(NoClassDefFoundError.class);
    }
  }
}
