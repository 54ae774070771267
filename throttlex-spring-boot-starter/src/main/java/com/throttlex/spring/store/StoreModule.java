package com.throttlex.spring.store;

import com.throttlex.spring.InvalidThrottleXException;
import org.jspecify.annotations.Nullable;

/** Opens counters in the kind of place that a module of ThrottleX is for. */
interface StoreModule {
  /** The kind of place. */
  StoreKind kind();

  /**
   * Counters at a URL.
   *
   * @throws InvalidThrottleXException when it is wrong; the message shows no password
   */
  Counters open(String url, StoreContext around);

  /**
   * Counters in the place that the application uses anyway, or null when it has none.
   *
   * @throws InvalidThrottleXException when it cannot be used
   */
  @Nullable Counters openOwn(StoreContext around);
}
