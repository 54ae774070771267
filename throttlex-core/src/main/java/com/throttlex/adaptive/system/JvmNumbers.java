package com.throttlex.adaptive.system;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Measurements of the Java virtual machine; a value that is not known is empty. */
interface JvmNumbers {
  /** The number of processors that it may use. */
  int processors();

  /** The processor time that it has used since it started. */
  OptionalLong processNanos();

  /** The part of the machine's processors in use since the previous call, from 0 to 1. */
  OptionalDouble machineLoad();

  /** The part of the heap in use after the last collection, from 0 to 1. */
  OptionalDouble heapInUse();

  /** The time for which collections have stopped the program since it started. */
  long collectionMillis();
}
