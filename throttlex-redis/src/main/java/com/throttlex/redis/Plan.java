package com.throttlex.redis;

import com.throttlex.store.Charge;
import com.throttlex.store.Charges;

/** Requests in the form that {@code decide.lua} reads: numbers from 0 to 127, as characters. */
final class Plan {
  private static final int BASE = 128;
  private static final int DRY = 1;
  private static final int REPEATED = 2;
  private static final int RESERVED = 4;
  private static final int PART = 8;

  private final StringBuilder text = new StringBuilder();

  /** Begins a request; the keys that its flags announce must follow. */
  void begin(Charges charges, boolean repeated, boolean reserved, boolean part) {
    if (charges.size() >= BASE) {
      throw new IllegalArgumentException(
          "charges: " + charges.size() + " (expected: at most " + (BASE - 1) + " in a request)");
    }
    int flags = charges.isDryRun() ? DRY : 0;
    flags += (repeated ? REPEATED : 0) + (reserved ? RESERVED : 0) + (part ? PART : 0);
    text.append((char) charges.size()).append((char) flags);
  }

  /** Adds the number of a key. */
  void number(int number) {
    text.append((char) (number / BASE)).append((char) (number % BASE));
  }

  /** Adds a charge. */
  void charge(Charges charges, int i, int counter, int question) {
    number(counter);
    number(question);
    text.append((char) rule(charges, i));
  }

  /** Returns a small number for a charge's rule: even if its denial counts, odd if not. */
  static int rule(Charges charges, int i) {
    Charge charge = charges.get(i);
    int first = 0;
    while (charges.get(first).rule() != charge.rule()) {
      first++;
    }
    return 2 * Math.min(first, BASE / 2 - 1) + (charge.shadow() ? 1 : 0);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
