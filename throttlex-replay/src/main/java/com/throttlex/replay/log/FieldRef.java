package com.throttlex.replay.log;

/**
 * A source of a field.
 *
 * @param name the name in the log
 * @param slot the slot that it sets
 * @param rank the order among the sources of the slot; the lowest counts
 * @param unitNanos the unit of a duration, in nanoseconds; 0 for other fields
 */
record FieldRef(String name, int slot, int rank, long unitNanos) {}
