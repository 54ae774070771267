package com.throttlex.spring.store;

import com.throttlex.spring.InvalidThrottleXException;
import java.util.Optional;

/** The Redis that the application uses anyway. */
interface ApplicationRedis {
  /**
   * Its URL, with credentials; empty when there is none, or several.
   *
   * @throws InvalidThrottleXException when no URL leads there
   */
  Optional<String> url();
}
