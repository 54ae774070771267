package com.throttlex.shared.faults;

import java.util.Locale;

/** Prints measured values to the log of the build. */
public final class Figures {
  private Figures() {}

  public static void tell(String form, Object... values) {
    System.out.println("faults: " + String.format(Locale.ROOT, form, values));
  }
}
