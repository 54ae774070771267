package com.throttlex.adaptive.system;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What the virtual machine says of itself; what it does not know is empty. */
interface JvmNumbers {
  /** How many processors it may use. */
  int processors();

  /** The processor time it has used since it started. */
  OptionalLong processNanos();

  /** The part of the machine's processors in use since this was last asked, from 0 to 1. */
  OptionalDouble machineLoad();

  /** The part of the heap in use after the last collection, from 0 to 1. */
  OptionalDouble heapInUse();

  /** The time for which collections have stopped the program since it started. */
  long collectionMillis();
}
