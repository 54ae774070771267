/**
 * Decisions in PostgreSQL and MariaDB, compared with peers.
 *
 * <p>Start with {@link com.throttlex.benchmarks.sql.SqlBench}: for every {@code SqlTrial} it lets
 * all contenders ask the same server in turns, each in a database of its own, and prints one table
 * for each server.
 */
@NullMarked
package com.throttlex.benchmarks.sql;

import org.jspecify.annotations.NullMarked;
