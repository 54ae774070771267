package com.throttlex.redis.faults;

import java.util.Locale;

/** Says what was measured, for whoever reads the build's log. */
final class Figures {
  private Figures() {}

  static void tell(String form, Object... values) {
    System.out.println("faults: " + String.format(Locale.ROOT, form, values));
  }
}
