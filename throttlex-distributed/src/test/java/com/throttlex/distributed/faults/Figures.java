package com.throttlex.distributed.faults;

import java.util.Locale;

/** Says what was measured, for whoever reads the build's log. */
public final class Figures {
  private Figures() {}

  public static void tell(String form, Object... values) {
    System.out.println("faults: " + String.format(Locale.ROOT, form, values));
  }
}
