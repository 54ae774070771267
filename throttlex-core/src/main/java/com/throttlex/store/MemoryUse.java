package com.throttlex.store;

/**
 * How much memory a table takes.
 *
 * @param table what is kept
 * @param bytes how much it takes now, about
 * @param budget how much it may take
 */
public record MemoryUse(MemoryBudget.Table table, long bytes, long budget) {}
