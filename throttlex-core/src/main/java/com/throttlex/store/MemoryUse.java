package com.throttlex.store;

/**
 * The amount of memory that a table takes.
 *
 * @param table the table
 * @param bytes the bytes that it takes now, about
 * @param budget the bytes that it may take
 */
public record MemoryUse(MemoryBudget.Table table, long bytes, long budget) {}
